'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'
import { features } from '@/content/home'
import { Section, SectionHead } from './section'

const Root = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr', md: '1fr 1fr', lg: 'repeat(4, 1fr)' },
    gap: '5',
    '& li': {
      display: 'grid',
      gridTemplateColumns: { base: '6rem 1fr', md: '1fr' },
      columnGap: '4',
      rowGap: '2',
      alignContent: 'start',
      p: '6',
      bg: 'surface',
      border: '1px solid {colors.line}',
      borderRadius: 'lg',
    },
    '& svg': {
      gridRow: { base: '1 / 3', md: 'auto' },
      w: 'full',
      h: { base: '4.5rem', md: '5.5rem' },
      mb: { md: '3' },
      overflow: 'visible',
      fill: 'none',
      stroke: 'route',
      strokeWidth: '1.75',
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
    },
    '& .dim': { stroke: 'line.strong', strokeWidth: '1.25' },
    '& .node': { fill: 'surface' },
    '& .solid': { fill: 'route', stroke: 'none' },
    '& .mark': { fill: 'accent', stroke: 'accent.contrast', strokeWidth: '1.25' },
    '& .tick': { stroke: 'accent.contrast' },
    '& p': { textStyle: 'sm' },
  },
})

const drawings: Record<(typeof features.cards)[number]['drawing'], ReactNode> = {
  routes: (
    <>
      <path className="dim" d="M8 70H192M12 70C50 34 150 34 188 70M12 70C50-2 150-2 188 70" />
      <path d="M12 70C50 14 150 14 188 70" />
      <circle className="node" cx="12" cy="70" r="6" />
      <circle className="solid" cx="188" cy="70" r="6" />
      <circle className="mark" cx="100" cy="28" r="6" />
    </>
  ),
  price: (
    <>
      <rect className="dim" x="36" y="10" width="128" height="70" rx="6" />
      <path className="dim" d="M52 30h56M52 44h40" />
      <path d="M52 64h40M132 30h16M132 44h16M124 64h24" />
      <circle className="mark" cx="164" cy="10" r="8" />
      <path className="tick" d="m160.5 10 2.5 2.5 4.5-5" />
    </>
  ),
  seats: (
    <>
      <path className="dim" d="M70 84V36C70 16 84 6 100 6s30 10 30 30v48" />
      <rect x="78" y="44" width="16" height="16" rx="4" />
      <rect className="dim" x="106" y="44" width="16" height="16" rx="4" />
      <rect className="dim" x="78" y="66" width="16" height="16" rx="4" />
      <rect className="solid" x="106" y="66" width="16" height="16" rx="4" />
      <circle className="mark" cx="100" cy="24" r="5" />
    </>
  ),
  change: (
    <>
      <path className="dim" d="M20 66C60 20 92 20 112 44" />
      <path d="M20 66C60 6 140 6 180 66" />
      <path className="dim" strokeDasharray="3 5" d="M112 44c12 14 28 22 68 22" />
      <circle className="node" cx="20" cy="66" r="6" />
      <circle className="solid" cx="180" cy="66" r="6" />
      <circle className="mark" cx="112" cy="44" r="6" />
    </>
  ),
}

export function Features() {
  return (
    <Section>
      <SectionHead title={features.title}>{features.lead}</SectionHead>
      <Root>
        {features.cards.map(({ title, text, drawing }) => (
          <li key={title}>
            <svg viewBox="0 0 200 88" aria-hidden="true" focusable="false">
              {drawings[drawing]}
            </svg>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </Root>
    </Section>
  )
}

'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'
import { Card } from './card'

const drawings = {
  /** A way that was begun. */
  unfinished: (
    <>
      <path className="dim" d="M28 92C70 20 170 20 212 92" />
      <path d="M28 92c19.3-33.1 50.9-51 83.5-53.7l-13-7.3m13 7.3-12 9" />
    </>
  ),
  broken: (
    <>
      <path d="M28 92C46 61 74 42 104 38" />
      <path className="dim" d="M136 38c30 4 58 23 76 54" />
      <path className="bad" d="m110 28 20 20M130 28l-20 20" />
    </>
  ),
  filtered: (
    <>
      <path className="dim" d="M28 92C70 20 170 20 212 92M28 92C70 50 170 50 212 92M28 92C70 -10 170 -10 212 92" />
      <circle className="node" cx="120" cy="38" r="15" />
      <path d="M112 38h16" />
    </>
  ),
}

const Root = chakra(Card, {
  base: {
    display: 'grid',
    justifyItems: 'center',
    alignContent: 'center',
    textAlign: 'center',
    gap: '3',
    px: '6',
    py: '10',
    '& > svg': { w: '15rem', h: '6.5rem', fill: 'none', stroke: 'route', strokeWidth: '1.75', strokeLinecap: 'round' },
    '& .dim': { stroke: 'line.strong', strokeDasharray: '2 4' },
    '& .bad': { stroke: 'error.fg', strokeWidth: '2' },
    '& .node': { fill: 'surface' },
    '& > h1': { textStyle: 'h2' },
    '& p': { color: 'fg.muted', maxW: '32em', textWrap: 'balance' },
  },
})
const Actions = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: '3', mt: '2' },
})

interface Props {
  drawing: keyof typeof drawings
  title: string
  children?: ReactNode
  actions?: ReactNode
  role?: 'alert' | 'status'
  /** 1 where it is the page, 2 where it is a part of one. */
  level?: 1 | 2
}

/** A view without data: what happened, why, and the way on. */
export function Void({ drawing, title, children, actions, role, level = 2 }: Props) {
  const Title = `h${level}` as const
  return (
    <Root role={role}>
      <svg viewBox="0 0 240 104" aria-hidden="true" focusable="false">
        {drawings[drawing]}
        <circle className="node" cx="28" cy="92" r="5" />
        <circle className="node" cx="212" cy="92" r="5" />
      </svg>
      <Title>{title}</Title>
      {children}
      {/* A button that says "Trying" for a while is no news. */}
      {actions && <Actions aria-live="off">{actions}</Actions>}
    </Root>
  )
}

'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import type { CSSProperties } from 'react'

/** Hues of airlines that meet on the same routes, kept apart by hand; two of one hue differ in lightness. */
const known: Record<string, [hue: number, lightness?: number]> = {
  AA: [238],
  AC: [22],
  AF: [262, 0.36],
  AI: [18, 0.36],
  AS: [205, 0.38],
  AY: [250, 0.52],
  AZ: [232, 0.36],
  B6: [252],
  BA: [266],
  CX: [178],
  DL: [15],
  EI: [155],
  EK: [28, 0.4],
  EY: [78, 0.42],
  F9: [145, 0.4],
  FI: [285],
  FR: [256, 0.36],
  IB: [40],
  JL: [8, 0.4],
  KL: [226, 0.52],
  LA: [330],
  LH: [272, 0.34],
  LO: [246, 0.34],
  LX: [20, 0.52],
  NH: [244, 0.4],
  NK: [92, 0.46],
  NZ: [190, 0.3],
  OS: [10, 0.5],
  QF: [25, 0.46],
  QR: [355, 0.34],
  SK: [260, 0.3],
  SQ: [70, 0.44],
  TK: [24, 0.42],
  TP: [160, 0.5],
  U2: [48, 0.54],
  UA: [258, 0.4],
  VS: [350],
  WN: [55, 0.5],
  WS: [198],
}

function colours(code: string) {
  const [hue, lightness = 0.46] = known[code] ?? [[...code].reduce((sum, c) => sum * 31 + c.charCodeAt(0), 7) % 360]
  return {
    '--face': `oklch(${lightness} 0.12 ${hue})`,
    '--shade': `oklch(${lightness - 0.07} 0.12 ${hue})`,
  } as CSSProperties
}

const Root = chakra('span', {
  base: {
    flex: 'none',
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    boxSize: 'var(--mark, 2.5rem)',
    overflow: 'hidden',
    bg: 'var(--face)',
    color: '#ffffff',
    fontWeight: '700',
    fontSize: 'max({fontSizes.micro}, calc(var(--mark, 2.5rem) * 0.325))',
    letterSpacing: '0.02em',
    borderRadius: '0.25rem calc(var(--mark, 2.5rem) * 0.4) 0.25rem 0.25rem',
    _before: {
      content: '""',
      position: 'absolute',
      inset: 'auto -20% -46%',
      h: '80%',
      bg: 'var(--shade)',
      transform: 'rotate(-24deg)',
    },
    '& > span': { position: 'relative' },
  },
})

/** Stands for an airline, never its logo. The name is always written beside it. Size by the variable `--mark`. */
export function AirlineMark({ code }: { code: string }) {
  return (
    <Root aria-hidden="true" style={colours(code)}>
      <span>{code}</span>
    </Root>
  )
}

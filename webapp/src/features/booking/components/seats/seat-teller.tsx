'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, type SyntheticEvent, useState } from 'react'

const Line = chakra('p', {
  base: {
    position: 'sticky',
    // Above the bar of phones.
    bottom: { base: '5.5rem', md: '4' },
    zIndex: '1',
    w: 'fit-content',
    maxW: 'full',
    minH: '9',
    mt: '3',
    mx: 'auto',
    px: '4',
    py: '1.5',
    bg: 'surface',
    border: '1px solid {colors.line}',
    borderRadius: 'xl',
    shadow: 'popover',
    textStyle: 'sm',
    textAlign: 'center',
    color: 'ink',
    fontVariantNumeric: 'tabular-nums',
    // It keeps its place, and covers no row.
    '&:empty': { visibility: 'hidden' },
  },
})

interface Props {
  lineOf: (designator: string) => string | undefined
  /** The focus has come to a seat. */
  onVisit: (designator: string) => void
  children: ReactNode
}

const seatAt = ({ target }: SyntheticEvent) =>
  (target as Element).closest('[data-seat]')?.getAttribute('data-seat') ?? null

/** Says under the map what the seat under the pointer, else the one with the focus, is and costs. */
export function SeatTeller({ lineOf, onVisit, children }: Props) {
  const [pointed, setPointed] = useState<string | null>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const line = lineOf(pointed ?? focused ?? '')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what its seats are asked.
    <div
      onPointerOver={(event) => setPointed(seatAt(event))}
      onPointerLeave={() => setPointed(null)}
      onFocus={(event) => {
        const seat = seatAt(event)
        setFocused(seat)
        if (seat) onVisit(seat)
      }}
    >
      {children}
      {/* Readers hear it as the name of the seat. */}
      <Line aria-hidden="true">{line}</Line>
    </div>
  )
}

'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Global } from '@emotion/react'
import type { ReactNode } from 'react'
import { PHONE } from '@/lib/use-media'

/** What is alike of all bars at the bottom of the window. */
export const bottomBar = {
  position: 'fixed',
  inset: 'auto 0 0',
  zIndex: 'bar',
  alignItems: 'center',
  px: '4',
  bg: 'surface',
  borderTop: '1px solid {colors.line}',
  shadow: 'dialog',
  // A phone on its side, or a page enlarged four times, is too low for a bar that stays.
  '@media (max-height: 26rem)': { position: 'static' },
} as const

const Root = chakra('div', {
  base: {
    ...bottomBar,
    display: { base: 'flex', md: 'none' },
    justifyContent: 'space-between',
    gap: '4',
    pt: '3',
    pb: 'calc(0.75rem + env(safe-area-inset-bottom))',
    '& .sum': {
      fontSize: '1.375rem',
      lineHeight: '1.15',
      fontWeight: 'bold',
      color: 'ink',
      fontVariantNumeric: 'tabular-nums',
    },
    '& .note': { textStyle: 'xs', color: 'fg.muted' },
    '& .note[data-soon]': { color: 'warning.fg', fontWeight: 'semibold' },
  },
})

/** Room for what the bar would cover: the footer, and the field that has the focus (WCAG 2.2, 2.4.11). */
const room = {
  [`@media ${PHONE} and (min-height: 26rem)`]: {
    body: { paddingBottom: '5rem' },
    html: { scrollPaddingBottom: '6rem' },
  },
}

/** On phones: the sum and the next step, always in reach of the thumb. */
export function BottomBar({ children }: { children: ReactNode }) {
  return (
    <Root>
      <Global styles={room} />
      {children}
    </Root>
  )
}

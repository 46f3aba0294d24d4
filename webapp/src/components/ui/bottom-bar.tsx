'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Global } from '@emotion/react'
import type { ReactNode } from 'react'
import { PHONE } from '@/lib/use-media'

/** Too low for a bar that stays: a phone on its side, or a page enlarged four times. */
const LOW = '(max-height: 26rem)'

const Root = chakra('div', {
  base: {
    position: 'fixed',
    inset: 'auto 0 0',
    zIndex: 'bar',
    display: { base: 'flex', md: 'none' },
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '4',
    px: '4',
    pt: '3',
    pb: 'calc(0.75rem + env(safe-area-inset-bottom))',
    bg: 'surface',
    borderTop: '1px solid {colors.line}',
    shadow: 'dialog',
    '& .sum': {
      fontSize: '1.375rem',
      lineHeight: '1.15',
      fontWeight: 'bold',
      color: 'ink',
      fontVariantNumeric: 'tabular-nums',
    },
    '& .note': { textStyle: 'xs', color: 'fg.muted' },
    '& .note[data-soon]': { color: 'warning.fg', fontWeight: 'semibold' },
    [`@media ${LOW}`]: { position: 'static' },
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

'use client'
import { chakra } from '@chakra-ui/react/styled-system'

/** The page's measure, gutters included. */
export const Container = chakra('div', {
  base: { w: 'full', maxW: 'calc({sizes.container} + 2 * {spacing.gutter})', mx: 'auto', px: 'gutter' },
})

export const Stack = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start', gap: '4' },
})

export const Row = chakra('div', { base: { display: 'flex', alignItems: 'center', gap: '3' } })

export const Text = chakra('p')

export const Box = chakra('div')

/** Read aloud, not seen. */
export const Hidden = chakra('span', { base: { srOnly: true } })

import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'

/** One below the other. */
export const Cases = chakra('ul', {
  base: { '& > li': { py: '5', borderTop: '1px solid {colors.line}' } },
})

/** What is known, name by name. */
export const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr', sm: 'auto 1fr' },
    columnGap: '4',
    textStyle: 'sm',
    '& dt': { color: 'fg.muted' },
    '& dd': { overflowWrap: 'anywhere' },
  },
})

/** Folded away: who decides reads it, who looks over the list does not. */
export const Evidence = chakra('details', {
  base: {
    textStyle: 'sm',
    '& summary': { cursor: 'pointer', minH: '11', alignContent: 'center' },
    '& li': { py: '1', overflowWrap: 'anywhere' },
  },
})

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

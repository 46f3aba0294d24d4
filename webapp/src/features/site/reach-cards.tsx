'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'
import { RichText } from './rich-text'

const List = chakra('dl', {
  base: {
    borderTop: '1px solid {colors.line}',
    '& > div': { py: '4', borderBottom: '1px solid {colors.line}' },
    '& dt': { fontSize: 'sm', color: 'fg.muted' },
    '& dd': { m: '0', color: 'ink', fontWeight: 'medium' },
    '& dd + dd': { fontSize: 'sm', color: 'fg.muted', fontWeight: 'normal' },
    '& a': { display: 'inline-flex', alignItems: 'center', minH: { base: '11', md: '8' } },
  },
})

/** Ways to reach the agency: what, where, and when or how soon. */
export function ReachCards({ ways }: { ways: readonly (readonly [label: string, value: string, note?: string])[] }) {
  return (
    <List>
      {ways.map(([label, value, note]) => (
        <div key={label}>
          <dt>{label}</dt>
          <Line>{value}</Line>
          {note && <Line>{note}</Line>}
        </div>
      ))}
    </List>
  )
}

const Line = ({ children }: { children: string }): ReactNode => (
  <dd>
    <RichText>{children}</RichText>
  </dd>
)

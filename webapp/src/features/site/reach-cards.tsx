'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'
import type { Way } from '@/content/article'
import { useBrand } from '@/providers/brand-provider'
import { isTold, RichText } from './rich-text'

const List = chakra('dl', {
  base: {
    bg: 'surface',
    border: '1px solid {colors.line}',
    borderRadius: 'lg',
    '& > div': { px: { base: '4', md: '5' }, py: '4' },
    '& > div + div': { borderTop: '1px solid {colors.line}' },
    '& dt': { fontSize: 'sm', color: 'fg.muted' },
    '& dd': { m: '0', color: 'ink', fontWeight: 'medium', overflowWrap: 'anywhere', textWrap: 'balance' },
    '& dd + dd': { fontSize: 'sm', color: 'fg.muted', fontWeight: 'normal' },
    '& a': { display: 'inline-flex', alignItems: 'center', minH: { base: '11', md: '8' } },
  },
})

/** Ways to reach the agency, as far as the brand has them. */
export function ReachCards({ ways }: { ways: readonly Way[] }) {
  const brand = useBrand()
  return (
    <List>
      {ways
        .filter(([, value]) => isTold(value, brand))
        .map(([label, value, note]) => (
          <div key={label}>
            <dt>{label}</dt>
            <Line>{value}</Line>
            {note && isTold(note, brand) && <Line>{note}</Line>}
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

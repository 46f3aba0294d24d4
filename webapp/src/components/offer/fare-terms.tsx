'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Icon, type IconName } from '@/components/ui/icon'
import type { Conditions } from '@/lib/api/types'
import { fareRules } from '@/lib/fare-rules'
import { bagLines } from '@/lib/flight-words'
import type { BagCounts } from '@/lib/flights'

const List = chakra('ul', {
  base: {
    display: 'grid',
    gap: '2.5',
    textStyle: 'sm',
    '& li': { display: 'flex', gap: '3', alignItems: 'flex-start' },
    '& svg': { flex: 'none', mt: '0.5', color: 'link' },
    '& [data-kind=no], & [data-kind=no] svg': { color: 'fg.muted' },
    '& [data-kind=fee] svg': { color: 'warning.fg' },
  },
})

const ruleIcons: Record<string, IconName> = { free: 'check', fee: 'receipt', no: 'minus' }

const bagKind = (count: number | null) => (count === null ? null : count > 0 ? 'free' : 'no')

interface Props {
  bags: BagCounts
  /** More bags were bought: those of the fare are named as such. */
  hasBought?: boolean
  conditions: Conditions
  id?: string
}

/** A fare in few words: what is included, and what may be done with it afterwards. */
export function FareTerms({ bags, hasBought, conditions, id }: Props) {
  const terms: [icon: IconName, words: string, kind: string | null][] = [
    ...bagLines(bags, hasBought).map(({ kind, count, words }): (typeof terms)[number] => [
      `bag-${kind}`,
      words,
      bagKind(count),
    ]),
    ...fareRules({ conditions }).map(({ term, kind }): (typeof terms)[number] => [
      ruleIcons[kind ?? ''] ?? 'info',
      term,
      kind,
    ]),
  ]
  return (
    <List id={id}>
      {terms.map(([icon, words, kind]) => (
        <li key={words} data-kind={kind}>
          <Icon name={icon} size="sm" />
          {words}
        </li>
      ))}
    </List>
  )
}

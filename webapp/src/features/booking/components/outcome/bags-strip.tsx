'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Icon } from '@/components/ui/icon'
import type { Slice } from '@/lib/api/types'
import { emissionsInWords } from '@/lib/emissions'
import { bagLines } from '@/lib/flight-words'
import { includedBags } from '@/lib/flights'
import * as words from '@/messages/booking/confirmation'

const List = chakra('ul', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '0.5rem 1.5rem',
    px: { base: '4', md: '6' },
    py: '4',
    borderTop: '1px solid {colors.line}',
    textStyle: 'sm',
    '& li': { display: 'flex', alignItems: 'center', gap: '2' },
    '& svg': { color: 'link' },
    '& [data-none], & [data-none] svg': { color: 'fg.muted' },
  },
})

interface Props {
  slices: readonly Slice[]
  /** More bags were bought: those of the fare are named as such. */
  hasBought: boolean
  /** CO2 for each traveller with a seat; null where the airline did not state it. */
  emissionsKg: number | null
}

/** What each traveller may take along and what the flights emit, at the foot of the ticket's flights. */
export function BagsStrip({ slices, hasBought, emissionsKg }: Props) {
  return (
    <List aria-label={words.bags}>
      {bagLines(includedBags(slices), hasBought).map(({ kind, count, words: included }) => (
        <li key={kind} data-none={count ? undefined : ''}>
          <Icon name={`bag-${kind}`} />
          {included}
        </li>
      ))}
      <li>{emissionsInWords(emissionsKg)}</li>
    </List>
  )
}

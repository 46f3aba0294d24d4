'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { type LegendEntry, SeatLegend } from '@/components/offer/seat-mark'
import { Icon } from '@/components/ui/icon'
import { Text } from '@/components/ui/layout'
import { PHONE, useMedia } from '@/lib/use-media'
import * as words from '@/messages/booking/seats'

const Folded = chakra('details', {
  base: {
    border: '1px solid {colors.line}',
    borderRadius: 'md',
    '& summary': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '3',
      minH: '13',
      px: '3',
      py: '2',
      listStyle: 'none',
      cursor: 'pointer',
      textStyle: 'sm',
      '&::-webkit-details-marker': { display: 'none' },
      '& b, & small': { display: 'block' },
      '& b': { color: 'ink' },
      '& small': { textStyle: 'xs', color: 'fg.muted' },
      '& svg': { flex: 'none', color: 'link', transition: 'rotate 200ms' },
    },
    '&[open] > summary svg': { rotate: '180deg' },
    '& > ul': { p: '3', borderTop: '1px solid {colors.line}' },
  },
})

interface Props {
  /** Whose prices they are. */
  name: string
  /** "$18 to $46"; "" where nothing is for sale. */
  span: string
  entries: readonly LegendEntry[]
}

/** What the map's seats cost and its marks mean, known before the map; on a phone folded, or the map would be far. */
export function SeatPrices({ name, span, entries }: Props) {
  const isPhone = useMedia(PHONE)
  const title = words.pricesFor({ name })
  if (isPhone) {
    return (
      <Folded>
        <summary>
          <span>
            <b>{title}</b>
            <small>{[span, words.seatKey].filter(Boolean).join(' · ')}</small>
          </span>
          <Icon name="chevron-down" />
        </summary>
        <SeatLegend entries={entries} />
      </Folded>
    )
  }
  return (
    <>
      <Text mb="3" textStyle="sm" fontWeight="semibold" color="ink">
        {title}
      </Text>
      <SeatLegend entries={entries} />
    </>
  )
}

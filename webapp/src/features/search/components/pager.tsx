import { BusyButton } from '@/components/ui/busy-button'
import { Button } from '@/components/ui/button'
import { Stack, Text } from '@/components/ui/layout'
import type { Offer } from '@/lib/api/types'
import * as words from '@/messages/search/pager'
import { groupByDeparture } from '../lib/departures'

interface Props {
  /** The list as it stands, with what is folded in it. */
  shown: readonly Offer[]
  /** How many flights the search has found. */
  total: number
  /** How many of them pass the filters; null without filters. */
  matching: number | null
  hasMore: boolean
  /** This is not the first page. */
  isMore: boolean
  isSearching: boolean
  onMore: () => void
  onFirstPage: () => void
}

/** The end of the list: how much of the search it is, and the way to more of it. */
export function Pager({ shown, total, matching, hasMore, isMore, isSearching, onMore, onFirstPage }: Props) {
  return (
    <Stack justifyItems="center" gap="3" pt="4">
      {hasMore && (
        <BusyButton variant="outline" size="lg" isBusy={isSearching} onClick={onMore}>
          {words.loadMore}
        </BusyButton>
      )}
      {isMore && (
        <Button variant="ghost" onClick={onFirstPage}>
          {words.firstPage}
        </Button>
      )}
      <Text textStyle="sm" color="fg.muted">
        <span role="status">{shownInWords(shown, total, matching)}</span>
      </Text>
    </Stack>
  )
}

/** "Showing 13 departures with 30 of 196 flights": cards are counted as what they are where flights fold below them. */
function shownInWords(offers: readonly Offer[], total: number, matching: number | null) {
  const [shown, departures] = [offers.length, groupByDeparture(offers).length]
  const isFolded = departures < shown
  if (matching === null)
    return isFolded ? words.showingDepartures({ departures, shown, total }) : words.showing({ shown, total })
  return isFolded
    ? words.showingMatchingDepartures({ departures, shown, matching })
    : words.showingMatching({ shown, matching })
}

import type { ReactNode } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { formatPrice } from '@/lib/money'
import { routes } from '@/lib/routes'
import * as words from '@/messages/search/results'
import { type HourWorth, isByPrice, type SortOrder } from '../lib/offers'

/** What the order "best" means: "Price plus $36 per extra hour or stop, ..." */
function bestInWords(hour: HourWorth | null) {
  if (!hour) return words.bestToBeOrdered
  const worth = (hours: number) => formatPrice(Number(hour.amount) * hours, hour.currency)
  return words.bestMeans({ hour: worth(1), hard: worth(3) })
}

const moreOnBest = (
  <AppLink href={routes.howWeSort} prefetch={false}>
    {words.howWeSort}
  </AppLink>
)
const moreOnEmissions = (
  <AppLink href={routes.emissions} prefetch={false}>
    {words.aboutEmissions}
  </AppLink>
)

export interface OrderNoteProps {
  sort: SortOrder
  /** What an hour counts in the order "best"; null while the list stands by price. */
  hour: HourWorth | null
  withBag: boolean
  /** The list stands by prices with a bag, as far as they are known. */
  isSortedWithBag: boolean
  /** By the prices with a bag that are known now it would stand otherwise, and that waits for the reader's word. */
  isMoreKnown: boolean
  /** How many flights are sorted, where the search has found more; null where it has not. */
  part: number | null
}

function bagsInWords({ sort, isSortedWithBag, isMoreKnown, part }: OrderNoteProps) {
  if (sort === 'best') return words.bagNotInBest
  if (!isByPrice(sort)) return words.bagNotCounted
  if (!isSortedWithBag) return words.bagToBeSorted
  if (isMoreKnown) return words.bagSortedBefore
  return part === null ? words.bagSorted : words.bagSortedPart({ flights: part })
}

/** What the order of the list goes by, and whether bags count in it, where that needs a word. */
export function OrderNote(props: OrderNoteProps) {
  const { sort, hour, withBag } = props
  const told: Partial<Record<SortOrder, readonly [means: string, more: ReactNode]>> = {
    best: [bestInWords(hour), moreOnBest],
    'emissions-asc': [words.emissionsMean, moreOnEmissions],
  }
  const [means, more] = told[sort] ?? []
  if (!means && !withBag) return null
  return (
    // The words of the order change once it is there: both are given the same room.
    <p data-long={(means && withBag) || undefined}>
      {means} {withBag && bagsInWords(props)} {more}
    </p>
  )
}

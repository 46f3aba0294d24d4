import type { Segment, Slice } from '@/lib/api/types'
import { type BagCounts, flightNumber, marketingCarriers, operatedBy } from '@/lib/flights'
import * as words from '@/messages/lib/flights'
import * as lists from '@/messages/lib/lists'

export const stopLabel = (stops: number) => words.stops({ stops })
export const filterStopLabel = (stops: number) => words.filterStops({ stops })

/** The airline's name, or "Multiple Airlines". */
export function airlineLabel(slices: readonly Slice[]) {
  const carriers = marketingCarriers(slices)
  return carriers.length > 1 ? words.multipleAirlines : (carriers[0]?.name ?? '')
}

/** "AT 9473 (operated by British Airways), AT 405": who flies stands with the one flight it concerns. */
export const flightsLine = ({ segments }: Slice) =>
  segments.map((segment) => flightLine(segment, segments.length > 1)).join(lists.separator)

function flightLine(segment: Segment, isOneOfMany: boolean) {
  const [flight, airline] = [flightNumber(segment), operatedBy(segment)]
  if (!airline) return flight
  return isOneOfMany ? words.operatedByInList({ flight, airline }) : words.operatedBy({ flight, airline })
}

/** What is said of the bags of a fare. */
const alone = {
  cabinBags: words.cabinBags,
  cabinBagsUnknown: words.cabinBagsUnknown,
  checkedBags: words.checkedBags,
  checkedBagsUnknown: words.checkedBagsUnknown,
  bothBags: words.bothBags,
  cabinBagOnly: words.cabinBagOnly,
  noBags: words.noBags,
}
/** The same where more bags were bought: the fare alone is spoken of, so that neither contradicts the other. */
const besideBought: typeof alone = {
  cabinBags: words.fareCabinBags,
  cabinBagsUnknown: words.fareCabinBagsUnknown,
  checkedBags: words.fareCheckedBags,
  checkedBagsUnknown: words.fareCheckedBagsUnknown,
  bothBags: words.fareBothBags,
  cabinBagOnly: words.fareCabinBagOnly,
  noBags: words.fareNoBags,
}

const formsOf = (hasBought: boolean) => (hasBought ? besideBought : alone)

/** "1 cabin bag included", "1 checked bag included", "Cabin bag: ask the airline" */
export function bagsLabel(count: number | null, kind: 'cabin' | 'checked', forms = alone) {
  if (kind === 'cabin') return count === null ? forms.cabinBagsUnknown : forms.cabinBags({ count })
  return count === null ? forms.checkedBagsUnknown : forms.checkedBags({ count })
}

/**
 * "1 checked bag included", "Cabin bag only", "No bags included"; where bags were bought beside the fare, "Fare includes:
 * cabin bag only".
 */
export function bagsInWords({ carry_on: cabin, checked }: BagCounts, hasBought = false) {
  const forms = formsOf(hasBought)
  if (checked !== 0 || cabin === null) return bagsLabel(checked, 'checked', forms)
  return cabin === 0 ? forms.noBags : forms.cabinBagOnly
}

interface BagLine {
  kind: 'cabin' | 'checked'
  /** Null where the airline does not say. */
  count: number | null
  words: string
}

/** The same in a list: one line for what can be said in one, else a line for each kind. */
export function bagLines(bags: BagCounts, hasBought = false): BagLine[] {
  const { carry_on: cabin, checked } = bags
  const forms = formsOf(hasBought)
  if (checked === 0 && cabin !== null) return [{ kind: 'cabin', count: cabin, words: bagsInWords(bags, hasBought) }]
  if (cabin && checked) return [{ kind: 'checked', count: checked, words: forms.bothBags({ cabin, checked }) }]
  return [
    { kind: 'cabin', count: cabin, words: bagsLabel(cabin, 'cabin', forms) },
    { kind: 'checked', count: checked, words: bagsLabel(checked, 'checked', forms) },
  ]
}

import type { Offer, Segment, Slice } from '@/lib/api/types'
import { formatDay, formatMinutes, formatMoment, formatTime } from '@/lib/dates'
import { againstTypical, emissionsInWords } from '@/lib/emissions'
import { fareRules } from '@/lib/fare-rules'
import { airlineLabel, bagLines, flightsLine, stopLabel } from '@/lib/flight-words'
import {
  arrivalDayOffset,
  firstSegment,
  includedBags,
  journeyMinutes,
  lastSegment,
  layovers,
  sliceMinutes,
  stopCount,
} from '@/lib/flights'
import { formatPrice } from '@/lib/money'
import * as rules from '@/messages/lib/fare-rules'
import * as lists from '@/messages/lib/lists'
import * as words from '@/messages/search/compare'
import { bagInWords, type PricedWithBag, sumWithBag } from './compare-bags'

export interface Cell {
  /** A line for each direction, or for each part. */
  lines: readonly string[]
  /** "Lowest": what of several this is. */
  mark?: string
  /** How many of the lines the mark is said of; else all. */
  marked?: number
}

/** A column: an offer as far as it is known, whether it can be bought, and what it costs with a bag. */
export interface Column extends PricedWithBag {
  offer: Offer | null
  isSold: boolean
}

/** One fact of all offers. A cell is null where nothing is known of its offer. */
export interface CompareRow {
  key: string
  label: string
  cells: readonly (Cell | null)[]
  isAlike: boolean
}

interface Fact {
  key: string
  label: string
  lines: (offer: Offer) => readonly string[]
  /** What the least of is worth a word. Sums of money are compared in one currency, and with sums that are known. */
  least?: { word: string; of: (offer: Offer) => number; isMoney?: boolean }
}

const unknown = Number.POSITIVE_INFINITY
const price = ({ price: { amount, currency } }: Offer) => formatPrice(amount, currency)

function stops(slice: Slice) {
  const waits = layovers(slice).map(({ airport, minutes }) => `${airport} ${formatMinutes(minutes)}`)
  const label = stopLabel(stopCount(slice))
  return waits.length > 0 ? words.stopsAt({ stops: label, waits: waits.join(lists.separator) }) : label
}

const departs = (slice: Slice) => {
  const { departing_at, origin } = firstSegment(slice) as Segment
  return words.at({ day: formatDay(departing_at), time: formatTime(departing_at), airport: origin.iata_code })
}

const arrives = (slice: Slice) => {
  const { arriving_at, destination } = lastSegment(slice) as Segment
  const days = arrivalDayOffset(slice)
  const time = days > 0 ? `${formatTime(arriving_at)} +${days}` : formatTime(arriving_at)
  return words.at({ day: formatDay(arriving_at), time, airport: destination.iata_code })
}

const bags = ({ slices }: Offer) => bagLines(includedBags(slices)).map((line) => line.words)

const onBoard = ({ slices }: Offer) => {
  const services = slices.flatMap((slice) => slice.segments).flatMap((segment) => segment.services)
  return [...new Set(services.map(({ description }) => description))]
}

const emissions = (offer: Offer, typical: number | null) => {
  const kg = offer.emissions_kg_per_traveller
  return [emissionsInWords(kg), againstTypical(kg, typical)].filter(Boolean)
}

const bySlice = (line: (slice: Slice) => string) => (offer: Offer) => offer.slices.map(line)

const factsOf = (typical: number | null, bagOf: (offer: Offer) => PricedWithBag): readonly Fact[] => [
  {
    key: 'price',
    label: words.price,
    lines: (offer) => [price(offer)],
    least: { word: words.lowest, of: (offer) => Number(offer.price.amount), isMoney: true },
  },
  {
    key: 'withBag',
    label: words.withBag,
    lines: (offer) => bagInWords(offer, bagOf(offer)),
    least: { word: words.lowest, of: (offer) => sumWithBag(offer, bagOf(offer)), isMoney: true },
  },
  {
    key: 'duration',
    label: words.duration,
    lines: bySlice((slice) => formatMinutes(sliceMinutes(slice))),
    least: { word: words.shortest, of: journeyMinutes },
  },
  { key: 'stops', label: words.stops, lines: bySlice(stops) },
  { key: 'departure', label: words.departure, lines: bySlice(departs) },
  { key: 'arrival', label: words.arrival, lines: bySlice(arrives) },
  {
    key: 'airlines',
    label: words.airlines,
    lines: (offer) => [airlineLabel(offer.slices), ...bySlice(flightsLine)(offer)],
  },
  { key: 'bags', label: words.bags, lines: bags },
  { key: 'refund', label: rules.cancel, lines: (offer) => [fareRules(offer)[0].words] },
  { key: 'change', label: rules.change, lines: (offer) => [fareRules(offer)[1].words] },
  { key: 'onBoard', label: words.onBoard, lines: onBoard },
  {
    key: 'emissions',
    label: words.emissions,
    lines: (offer) => emissions(offer, typical),
    least: { word: words.lowest, of: (offer) => offer.emissions_kg_per_traveller ?? unknown },
  },
  {
    key: 'fare',
    label: words.fare,
    lines: ({ slices }) => [...new Set(slices.map((slice) => slice.fare_brand_name ?? words.notStated))],
  },
  { key: 'holdsUntil', label: words.holdsUntil, lines: (offer) => [formatMoment(offer.expires_at)] },
]

/** The least of several numbers, where they are not all the same; sums in two currencies are no numbers to compare. */
function leastOf({ least: measure }: Fact, offers: readonly Offer[]) {
  if (!measure) return null
  const { of, isMoney } = measure
  const compared = isMoney ? offers.filter((offer) => of(offer) < unknown) : offers
  if (isMoney && new Set(compared.map((offer) => offer.price.currency)).size > 1) return null
  const values = compared.map(of)
  const least = Math.min(...values)
  return least < unknown && values.some((value) => value !== least) ? least : null
}

function rowOf(fact: Fact, columns: readonly Column[]): CompareRow {
  const sold = columns.filter(({ isSold }) => isSold).map(({ offer }) => offer)
  const least = leastOf(
    fact,
    sold.filter((offer) => offer !== null),
  )
  const cell = (offer: Offer, isSold: boolean): Cell => {
    const lines = fact.lines(offer)
    const isLeast = isSold && least !== null && fact.least?.of(offer) === least
    // Of sums that of the first line is compared.
    const mark = isLeast ? { mark: fact.least?.word, marked: fact.least?.isMoney ? 1 : undefined } : {}
    return { lines: lines.length > 0 ? lines : [words.notStated], ...mark }
  }
  const cells = columns.map(({ offer, isSold }) => offer && cell(offer, isSold))
  const texts = new Set(cells.filter((one) => one !== null).map(({ lines }) => lines.join('\n')))
  return { key: fact.key, label: fact.label, cells, isAlike: texts.size <= 1 }
}

/**
 * What flights are compared by, a row a fact. What is on board is told only where an airline tells it. A flight that can't
 * be bought any more is lowest in nothing.
 */
export function compareRows(columns: readonly Column[], typical: number | null): CompareRow[] {
  const isTold = columns.some(({ offer }) => offer && onBoard(offer).length > 0)
  const priced = new Map(columns.map((column) => [column.offer?.id, column]))
  return factsOf(typical, ({ id }) => priced.get(id) ?? {})
    .filter(({ key }) => key !== 'onBoard' || isTold)
    .map((fact) => rowOf(fact, columns))
}

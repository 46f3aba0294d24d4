import type { SeatMap } from '@/lib/api/types'
import * as words from '@/messages/lib/seats'

type Cabin = SeatMap['cabins'][number]
type Row = Cabin['rows'][number]
export type SeatElement = Row['sections'][number]['elements'][number]

/** A seat as one passenger may buy it. */
export interface SeatOffer {
  /** The provider's service id. */
  id: string
  designator: string
  amount: string
  currency: string
}

export const isFree = (seat: Pick<SeatOffer, 'amount'>) => Number(seat.amount) === 0

export const hasLegroom = ({ name, disclosures }: SeatElement) =>
  [name ?? '', ...disclosures].some((text) => /leg\s?room/i.test(text))

/** "12A" -> "A"; "" for whatever has no designator. */
export const letterOf = ({ designator }: SeatElement) => designator?.replace(/^\d+/, '') ?? ''

/** A seat that the airline keeps back. It has no designator, so nobody can choose it. */
export const isRestricted = ({ type, designator }: SeatElement) => type === 'seat' && !designator

/** The columns of each section, as wide as its widest row. A column without a letter is "". */
export function sectionColumns({ rows }: Cabin): string[][] {
  const count = Math.max(0, ...rows.map(({ sections }) => sections.length))
  return Array.from({ length: count }, (_, index) => {
    const lines = rows.map(({ sections }) => sections[index]?.elements ?? [])
    const width = Math.max(0, ...lines.map((elements) => elements.length))
    const letters = lines.map((elements) => elements.map(letterOf))
    const fullest = letters.reduce((best, next) => (lettered(next) > lettered(best) ? next : best), [])
    return Array.from({ length: width }, (_, column) => fullest[column] ?? '')
  })
}

const lettered = (letters: readonly string[]) => letters.filter(Boolean).length

/** One section of a row, column by column. A row may be short: a seat stands in the column of its letter. */
export function placed(elements: readonly SeatElement[], columns: readonly string[]): (SeatElement | null)[] {
  const places: (SeatElement | null)[] = columns.map(() => null)
  let next = 0
  elements.forEach((element, index) => {
    const room = columns.length - (elements.length - index)
    const own = letterOf(element) ? columns.indexOf(letterOf(element), next) : -1
    const at = own >= 0 && own <= room ? own : next
    places[at] = element
    next = at + 1
  })
  return places
}

/** A part of the cabin that is no seat, and how many columns it fills. */
export interface Facility {
  type: string
  span: number
}

const isNothing = (type: string) => type === 'empty' || type === 'exit_row'
export const isFacility = ({ type }: SeatElement) => type !== 'seat' && !isNothing(type)

/** Neighbours of one type are one: two elements "galley" are a galley two columns wide. */
export function joined(places: readonly (SeatElement | null)[]): (SeatElement | Facility)[] {
  const found: (SeatElement | Facility)[] = []
  for (const place of places) {
    if (place?.type === 'seat') {
      found.push(place)
      continue
    }
    const type = !place || isNothing(place.type) ? 'empty' : place.type
    const last = found.at(-1)
    if (last && 'span' in last && last.type === type && type !== 'empty') last.span += 1
    else found.push({ type, span: 1 })
  }
  return found
}

const facilities: Record<string, string> = {
  bassinet: words.bassinet,
  closet: words.closet,
  galley: words.galley,
  lavatory: words.lavatory,
  stairs: words.stairs,
}

/** "lavatory" -> "Lavatory"; a part that we don't know is named by its type. */
export const facilityWords = (type: string) =>
  facilities[type] ?? type.charAt(0).toUpperCase() + type.slice(1).replaceAll('_', ' ')

/** On which sides a row of the map has an exit. */
export function exitSides({ sections }: Row): ('left' | 'right')[] {
  const has = (section: Row['sections'][number] | undefined) =>
    section?.elements.some(({ type }) => type === 'exit_row') ?? false
  const sides = [has(sections[0]) && ('left' as const), has(sections.at(-1)) && ('right' as const)]
  return sides.filter((side) => side !== false)
}

export const hasSeats = ({ sections }: Row) =>
  sections.some(({ elements }) => elements.some(({ type }) => type === 'seat'))

export const hasFacilities = ({ sections }: Row) => sections.some(({ elements }) => elements.some(isFacility))

/** Whether the wings are beside a row, by its place among all rows of the cabin. */
export const isOverWing = ({ wings }: Cabin, index: number) =>
  wings !== null && index >= wings.first_row_index && index <= wings.last_row_index

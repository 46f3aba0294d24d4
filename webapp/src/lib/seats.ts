import type { SeatMap } from '@/lib/api/types'

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
  [name ?? '', ...disclosures].some((words) => /leg\s?room/i.test(words))

/** What a seat costs a passenger, or anybody where none is named; null where it is not for sale. */
export function seatOffer(element: SeatElement, passengerId?: string): SeatOffer | null {
  if (element.type !== 'seat' || !element.available || !element.designator) return null
  const service = element.available_services.find(({ passenger_id: id }) => !passengerId || id === passengerId)
  if (!service) return null
  return {
    id: service.id,
    designator: element.designator,
    amount: service.total_amount,
    currency: service.total_currency,
  }
}

/** "12A" -> "A" */
const letterOf = ({ designator }: SeatElement) => designator?.replace(/^\d+/, '') ?? ''

/** The letters over the columns, by section, from the fullest row. */
export function columnLetters(cabin: Cabin): string[][] {
  const seats = (row: Row) => row.sections.flatMap(({ elements }) => elements).filter(letterOf).length
  const fullest = cabin.rows.reduce<Row | undefined>(
    (best, row) => (!best || seats(row) > seats(best) ? row : best),
    undefined,
  )
  return fullest?.sections.map(({ elements }) => elements.map(letterOf)) ?? []
}

/** What stands in a row without seats, each once, in words: "Lavatory, Galley"; "" for nothing. */
export function rowWords({ sections }: Row) {
  const kinds = sections.flatMap(({ elements }) => elements.map(({ type }) => type))
  const named = [...new Set(kinds)].filter((type) => type !== 'empty' && type !== 'seat' && type !== 'exit_row')
  return named.map((type) => type.charAt(0).toUpperCase() + type.slice(1)).join(', ')
}

export const isExitRow = ({ sections }: Row) =>
  sections.some(({ elements }) => elements.some(({ type }) => type === 'exit_row'))

export const hasSeats = ({ sections }: Row) =>
  sections.some(({ elements }) => elements.some(({ type }) => type === 'seat'))

export const seatElements = (map: SeatMap) =>
  map.cabins.flatMap((cabin) =>
    cabin.rows.flatMap(({ sections }) =>
      sections.flatMap(({ elements }) =>
        elements.filter(({ type }) => type === 'seat').map((element) => ({ element, cabinClass: cabin.cabin_class })),
      ),
    ),
  )

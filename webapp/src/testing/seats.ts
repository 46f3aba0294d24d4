import type { SeatChoice } from '@/features/booking/lib/seat-choices'
import type { SeatMap } from '@/lib/api/types'
import type { SeatElement } from '@/lib/seats'

/** Builders with good defaults: a test spells out only what it is about. */

/** A seat that `pas_1` may have for the amount; nobody where it is null. */
export const seatElement = (
  designator: string,
  amount: string | null,
  part: Partial<SeatElement> = {},
): SeatElement => ({
  type: 'seat',
  designator,
  available: amount !== null,
  available_services:
    amount === null
      ? []
      : [{ id: `ase_${designator}`, passenger_id: 'pas_1', total_amount: amount, total_currency: 'USD' }],
  disclosures: [],
  name: null,
  ...part,
})

/** A seat that the airline keeps back: without designator, name and services. */
export const restrictedSeat = (): SeatElement => ({ ...seatElement('', null), designator: null })

/** What is no seat. */
export const fixture = (type: string): SeatElement => ({ ...restrictedSeat(), type })

export type Row = SeatMap['cabins'][number]['rows'][number]

/** "15ABC|DEF" */
const rowOf = (text: string, seat: (designator: string) => SeatElement): Row => {
  const [, number = '', letters = ''] = /^(\d+)(.*)$/.exec(text) ?? []
  const sections = letters
    .split('|')
    .map((section) => ({ elements: [...section].map((letter) => seat(number + letter)) }))
  return { number: Number(number), sections }
}

/** A row of the elements, section by section. */
export const row = (number: number | null, ...sections: SeatElement[][]): Row => ({
  number,
  sections: sections.map((elements) => ({ elements })),
})

/** The seats 28A, 28C as "28AC". */
export const seatsOf = (text: string) =>
  rowOf(text, (designator) => seatElement(designator, '18.50')).sections.flatMap(({ elements }) => elements)

/** A map of one cabin with these rows. */
export const mapOf = (rows: Row[], wings: SeatMap['cabins'][number]['wings'] = null): SeatMap => {
  const map = cabin([])
  return { ...map, cabins: map.cabins.map((one) => ({ ...one, rows, wings })) }
}

/** A map of economy rows, each as "15ABC|DEF"; every seat costs 18.50 unless told. */
export const cabin = (
  rows: readonly string[],
  seat = (designator: string) => seatElement(designator, '18.50'),
): SeatMap => ({
  id: 'sea_1',
  slice_id: 'sli_1',
  segment_id: 'seg_1',
  cabins: [
    {
      cabin_class: 'economy',
      deck_configuration: 'single',
      deck: 0,
      aisles: 1,
      wings: null,
      rows: rows.map((row) => rowOf(row, seat)),
    },
  ],
})

export const seatChoice = (part: Partial<SeatChoice> = {}): SeatChoice => ({
  segmentId: 'seg_1',
  passengerId: 'pas_1',
  designator: '15A',
  seatId: 'ase_15A',
  cabinClass: 'economy',
  price: { amount: '18.50', currency: 'USD' },
  ...part,
})

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

type Row = SeatMap['cabins'][number]['rows'][number]

/** "15ABC|DEF" */
const rowOf = (text: string, seat: (designator: string) => SeatElement): Row => {
  const [, number = '', letters = ''] = /^(\d+)(.*)$/.exec(text) ?? []
  const sections = letters
    .split('|')
    .map((section) => ({ elements: [...section].map((letter) => seat(number + letter)) }))
  return { number: Number(number), sections }
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

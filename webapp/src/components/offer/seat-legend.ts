import type { SeatMap } from '@/lib/api/types'
import { formatTotal } from '@/lib/money'
import { hasLegroom, isFree, seatElements, seatOffer } from '@/lib/seats'
import type { LegendEntry } from './seat-mark'

/** "$18", "$18 to $24" */
function range(prices: { amount: string; currency: string }[]) {
  const sorted = prices.toSorted((a, b) => Number(a.amount) - Number(b.amount))
  const [least, most] = [sorted[0], sorted.at(-1)]
  if (!least || !most) return ''
  const from = formatTotal(least.amount, least.currency)
  return Number(least.amount) === Number(most.amount) ? from : `${from} to ${formatTotal(most.amount, most.currency)}`
}

/** The kinds of seats that this map has, with their prices. */
export function legendOf(map: SeatMap): LegendEntry[] {
  const sold = seatElements(map).flatMap(({ element }) => {
    const offer = seatOffer(element)
    return offer ? [{ offer, isLegroom: hasLegroom(element) }] : []
  })
  const standard = sold.filter(({ offer, isLegroom }) => !isLegroom && !isFree(offer))
  const legroom = sold.filter(({ isLegroom }) => isLegroom)
  const entries: LegendEntry[] = []
  if (standard.length > 0)
    entries.push({ look: 'standard', label: 'Standard', note: range(standard.map((s) => s.offer)) })
  if (sold.some(({ offer }) => isFree(offer)))
    entries.push({ look: 'free', label: 'No charge', note: 'ring in the seat' })
  if (legroom.length > 0) {
    entries.push({
      look: 'legroom',
      label: 'Extra legroom',
      note: `${range(legroom.map((s) => s.offer))}, thick top edge`,
    })
  }
  entries.push({ look: 'taken', label: 'Taken', note: 'hatched' })
  return entries
}

import type { SeatMap } from '@/lib/api/types'
import type { SeatElement, SeatOffer } from './seats'

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

export const seatElements = (map: SeatMap) =>
  map.cabins.flatMap((cabin) =>
    cabin.rows.flatMap(({ sections }) =>
      sections.flatMap(({ elements }) =>
        elements.filter(({ type }) => type === 'seat').map((element) => ({ element, cabinClass: cabin.cabin_class })),
      ),
    ),
  )

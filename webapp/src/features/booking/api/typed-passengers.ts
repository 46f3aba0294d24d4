import { apiPath } from '@/lib/api/api-path'
import { request } from '@/lib/api/client'
import type { components } from '@/lib/api/schema'
import { emptyPassenger, type PassengerFields } from '../lib/passenger-form'
import type { PartyMember } from '../lib/passengers'

export type TypedPassenger = components['schemas']['TypedPassenger']

export const typedPassengersKey = (id: string) => apiPath('/api/bookings/{id}/passengers', { id })

/** What was typed of a booking that failed, from the server's copy: without passports. */
export async function fetchTypedPassengers(bookingId: string) {
  return formOf(await request('GET', typedPassengersKey(bookingId)))
}

export const formOf = (typed: readonly TypedPassenger[]) => ({
  party: typed.map(({ type }) => ({ type: type as PartyMember['type'] })),
  passengers: typed.map(fieldsOf),
})

const fieldsOf = ({ type: _, title, gender, ...typed }: TypedPassenger): PassengerFields => ({
  ...emptyPassenger,
  ...typed,
  title: title as PassengerFields['title'],
  gender: gender as PassengerFields['gender'],
})

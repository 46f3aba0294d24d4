import { apiPath } from '@/lib/api/api-path'
import { request } from '@/lib/api/client'
import type { PassengerFields } from '../lib/passenger-form'
import type { PartyMember } from '../lib/passengers'
import { formOf, type TypedPassenger } from './typed-passengers'

/** A form that waits for this is not waited for longer. */
const READ_MS = 5_000

const keptPassengersPath = (id: string) => apiPath('/api/offers/{id}/passengers', { id })

/** What was typed for an offer before the page was left, from the server's copy: without passports. */
export async function fetchKeptPassengers(offerId: string) {
  return formOf(await request('GET', keptPassengersPath(offerId), { withinMs: READ_MS }))
}

/** Keeps it for a reload. What fails here is still in the page, so nobody has to hear of it. */
export async function keepPassengers(
  offerId: string,
  party: readonly Pick<PartyMember, 'type'>[],
  passengers: readonly PassengerFields[],
) {
  const typed = passengers.map((fields, index) => ({ type: party[index]?.type ?? 'adult', ...keptFields(fields) }))
  const body = { passengers: typed }
  await request('PUT', keptPassengersPath(offerId), { body }).catch(() => undefined)
}

/** Picks the fields by name: a new field is kept only once it is added here and in the API. Passports never are. */
function keptFields(fields: PassengerFields): Omit<TypedPassenger, 'type'> {
  const { title, firstName, lastName, gender, dateOfBirth, email, phone } = fields
  return { title, firstName, lastName, gender, dateOfBirth, email, phone }
}

import type { Offer, Place } from '@/lib/api/types'
import { inHalfAnHour } from './booking-walk'
import { bagService, offer, roundTripWithStop } from './offers'

/** Offers of one airline that sells bags, for flights that need no passport. */

const inland = (place: Place): Place => ({
  ...place,
  // Between New York and London a passport is asked for whatever the countries are.
  iata_code: place.iata_code === 'LHR' ? 'LAX' : place.iata_code,
  country_code: 'US',
})
const slices = roundTripWithStop().map((way) => ({
  ...way,
  origin: inland(way.origin),
  destination: inland(way.destination),
  segments: way.segments.map((one) => ({
    ...one,
    origin: inland(one.origin),
    destination: inland(one.destination),
  })),
}))

const out = ['seg_1', 'seg_2']

/** Two weights out, one back, one for the whole trip, and a cabin bag. */
export const bagServices = [
  bagService({ id: 'ase_out', segment_ids: out }),
  bagService({ id: 'ase_heavy', segment_ids: out, maximum_weight_kg: 32, total_amount: '110.00' }),
  bagService({ id: 'ase_back', segment_ids: ['seg_3'] }),
  bagService({ id: 'ase_trip', segment_ids: [...out, 'seg_3'], maximum_quantity: 1, total_amount: '140.50' }),
  bagService({
    id: 'ase_cabin',
    segment_ids: out,
    bag_kind: 'carry_on',
    maximum_weight_kg: null,
    total_amount: '30.00',
  }),
]

export const sellingBags = (part: Parameters<typeof offer>[0] = {}): Offer =>
  offer({ slices, expires_at: inHalfAnHour, available_services: bagServices, ...part })

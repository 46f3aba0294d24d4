import type { Carrier, Fare, Offer, Place, Segment, Slice } from '@/lib/api/types'

/** Builders with good defaults: a test spells out only what it is about. */

const cities: Record<string, [city: string, country: string, zone: string]> = {
  JFK: ['New York', 'US', 'America/New_York'],
  LHR: ['London', 'GB', 'Europe/London'],
  DUB: ['Dublin', 'IE', 'Europe/Dublin'],
}

export function place(code: string): Place {
  const [city, country, zone] = cities[code] ?? [code, 'US', 'UTC']
  return {
    name: `${city} Airport`,
    iata_code: code,
    city_name: city,
    country_code: country,
    time_zone: zone,
    latitude: 0,
    longitude: 0,
  }
}

export const carrier = (code: string, name = code): Carrier => ({ name, iata_code: code, logo_url: null })

export function segment(part: Partial<Segment> = {}): Segment {
  const seller = part.marketing_carrier ?? carrier('BA', 'British Airways')
  return {
    id: 'seg_1',
    departing_at: '2027-03-05T19:30:00',
    arriving_at: '2027-03-06T07:25:00',
    origin: place('JFK'),
    destination: place('LHR'),
    duration: 'PT6H55M',
    flight_number: '178',
    marketing_carrier: seller,
    operating_carrier: seller,
    airline: { id: 'arl_1', name: seller.name, iata_code: seller.iata_code, icao_code: null, logo_url: null },
    aircraft: null,
    services: [],
    origin_terminal: null,
    destination_terminal: null,
    stops: [],
    cabin_class: 'economy',
    baggages: [
      { type: 'carry_on', quantity: 1 },
      { type: 'checked', quantity: 1 },
    ],
    ...part,
  }
}

export function slice(part: Partial<Slice> = {}): Slice {
  return {
    id: 'sli_1',
    origin: place('JFK'),
    destination: place('LHR'),
    duration: 'PT6H55M',
    segments: [segment()],
    fare_brand_name: 'Economy Standard',
    ...part,
  }
}

/** JFK to LHR without a stop, by the flight of this number. */
export const sliceBy = (flight_number: string) => slice({ segments: [segment({ flight_number })] })

/** JFK to LHR with a wait of 1 h 55 min in Dublin. */
export function sliceWithStop(part: Partial<Slice> = {}): Slice {
  const first = segment({
    id: 'seg_1',
    destination: place('DUB'),
    arriving_at: '2027-03-06T05:00:00',
    duration: 'PT5H30M',
  })
  const second = segment({
    id: 'seg_2',
    origin: place('DUB'),
    departing_at: '2027-03-06T06:55:00',
    arriving_at: '2027-03-06T08:20:00',
    duration: 'PT1H25M',
  })
  return slice({ duration: 'PT8H50M', segments: [first, second], ...part })
}

export function offer(part: Partial<Omit<Offer, 'price'>> & { price?: Partial<Offer['price']> } = {}): Offer {
  return {
    id: 'off_1',
    total_amount: '1043.90',
    total_currency: 'USD',
    base_amount: '800.00',
    base_currency: 'USD',
    tax_amount: '243.90',
    tax_currency: 'USD',
    owner: carrier('BA', 'British Airways'),
    slices: [slice()],
    conditions: {
      refundable: false,
      changeable: false,
      refund_before_departure: null,
      change_before_departure: null,
    },
    available_services: [],
    passenger_identity_documents_required: false,
    passengers: [{ id: 'pas_1', type: 'adult', age: null }],
    expires_at: '2026-11-21T12:00:00Z',
    total_emissions_kg: null,
    emissions_kg_per_traveller: null,
    weighted_minutes: null,
    against_cheapest: null,
    bag_included: null,
    ...part,
    price: {
      amount: '1284',
      currency: 'USD',
      base_amount: '1040.10',
      tax_amount: '243.90',
      markup_rate: '0.23',
      ...part.price,
    },
  }
}

/** A fare of the same flights that includes a bag, as an offer names it. */
export const bagIncluded = (offer_id: string, fare_brand_name: string, amount: string): Offer['bag_included'] => ({
  offer_id,
  fare_brand_name,
  price: offer({ price: { amount } }).price,
})

type Service = Offer['available_services'][number]

/** A checked bag for `pas_1` on `seg_1`. */
export const bagService = (part: Partial<Service> = {}): Service => ({
  id: 'ase_bag',
  name: 'Checked bag',
  description: '',
  type: 'baggage',
  bag_kind: 'checked',
  maximum_weight_kg: 23,
  maximum_quantity: 2,
  total_amount: '75.00',
  total_currency: 'USD',
  passenger_ids: ['pas_1'],
  segment_ids: ['seg_1'],
  ...part,
})

/** JFK by way of Dublin to LHR (`seg_1`, `seg_2`) and straight back (`seg_3`). */
export const roundTripWithStop = (): Slice[] => [
  sliceWithStop(),
  slice({
    id: 'sli_2',
    origin: place('LHR'),
    destination: place('JFK'),
    segments: [segment({ id: 'seg_3', origin: place('LHR'), destination: place('JFK') })],
  }),
]

export function fare(offerId: string, amount: string, part: Partial<Fare> = {}): Fare {
  const { price, conditions, expires_at } = offer({ price: { amount } })
  const { baggages } = segment()
  return { offer_id: offerId, fare_brand_name: 'Economy Standard', price, baggages, conditions, expires_at, ...part }
}

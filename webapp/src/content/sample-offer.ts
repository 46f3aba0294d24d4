import type { Carrier, Offer, Place } from '@/lib/api/types'

const carrier: Carrier = { name: 'Sample Air', iata_code: 'SA', logo_url: null }

const place = (iata_code: string, city_name: string, country_code: string, time_zone: string): Place => ({
  name: `${city_name} Airport`,
  iata_code,
  city_name,
  country_code,
  time_zone,
  latitude: 0,
  longitude: 0,
})
const origin = place('JFK', 'New York', 'US', 'America/New_York')
const destination = place('LHR', 'London', 'GB', 'Europe/London')

/** An offer that nobody sells, to show a brand's look by. */
export const sampleOffer: Offer = {
  id: 'sample',
  total_amount: '524.30',
  total_currency: 'USD',
  base_amount: '410.00',
  base_currency: 'USD',
  tax_amount: '114.30',
  tax_currency: 'USD',
  owner: carrier,
  slices: [
    {
      id: 'sample-slice',
      origin,
      destination,
      duration: 'PT6H55M',
      fare_brand_name: 'Economy',
      segments: [
        {
          id: 'sample-segment',
          departing_at: '2027-03-05T19:30:00',
          arriving_at: '2027-03-06T07:25:00',
          origin,
          destination,
          duration: 'PT6H55M',
          flight_number: '178',
          marketing_carrier: carrier,
          operating_carrier: carrier,
          airline: { id: 'sample-airline', name: carrier.name, iata_code: 'SA', icao_code: null, logo_url: null },
          aircraft: null,
          services: [],
          origin_terminal: null,
          destination_terminal: null,
          stops: [],
          cabin_class: 'economy',
          baggages: [
            { type: 'carry_on', quantity: 1 },
            { type: 'checked', quantity: 0 },
          ],
        },
      ],
    },
  ],
  conditions: { refundable: true, changeable: true, refund_before_departure: null, change_before_departure: null },
  available_services: [],
  passenger_identity_documents_required: false,
  passengers: [{ id: 'sample-passenger', type: 'adult', age: null }],
  expires_at: '2027-03-01T12:00:00Z',
  total_emissions_kg: null,
  emissions_kg_per_traveller: null,
  weighted_minutes: null,
  against_cheapest: null,
  bag_included: null,
  price: { amount: '645.00', currency: 'USD', base_amount: '530.70', tax_amount: '114.30', markup_rate: '0.23' },
}

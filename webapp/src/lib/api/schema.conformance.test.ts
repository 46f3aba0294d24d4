import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

interface Schema {
  properties?: object
  allOf?: Schema[]
}

interface Document {
  paths: Record<string, Record<string, unknown>>
  components: { schemas: Record<string, Schema> }
}

const file = path.resolve(import.meta.dirname, '../../../../gateway/openapi.json')
const { paths, components } = JSON.parse(readFileSync(file, 'utf8')) as Document

const namesOf = ({ properties = {}, allOf = [] }: Schema): string[] => [
  ...Object.keys(properties),
  ...allOf.flatMap(namesOf),
]

/** Words of the required fields; what the API has beside them is its own. */
const fields: [schema: string, names: string][] = [
  ['s202 Offer', 'id total_amount total_currency base_amount base_currency tax_amount tax_currency owner slices'],
  ['s202 Offer', 'conditions available_services passenger_identity_documents_required passengers expires_at'],
  ['s202 Slice', 'id origin destination duration segments'],
  ['s202 Segment', 'id departing_at arriving_at origin destination duration flight_number marketing_carrier'],
  ['s202 Segment', 'operating_carrier airline aircraft services'],
  ['s202 Place', 'name iata_code city_name country_code'],
  ['s202 Carrier', 'name iata_code logo_url'],
  ['s202 Airline', 'name logo_url iata_code id icao_code'],
  ['s202 Aircraft', 'name'],
  ['s202 SegmentService', 'description type'],
  ['s202 Conditions', 'refundable changeable'],
  ['s202 AvailableService', 'id name description type total_amount total_currency'],
  ['s202 c014 BookedPassenger', 'id given_name family_name type'],
  ['s202 c014 BookedSlice', 'id departure_time arrival_time origin destination segments'],
  ['s012 Brand', 'name domain logo theme contact social'],
  ['s012 Theme', 'primary secondary accent background text font'],
  ['s012 Contact', 'email phone address'],
  ['s012 Social', 'facebook twitter instagram'],
  ['s013 SystemMode', 'isLiveMode mode'],
  ['s190 SearchRequest', 'origin destination departureDate returnDate cabinClass adultsCount childrenCount'],
  ['s190 SearchRequest', 'infantsCount page limit'],
  ['s190 SearchPage', 'offers total_count'],
  ['s191 OfferVerified', 'valid message expires_at'],
  ['s191 OfferRefused', 'valid error'],
  ['r018 s191 Problem', 'type title status detail code request_id message'],
  ['s192 ProcessCardRequest', 'amount currency cardDetails'],
  ['s192 CardDetails', 'number expiryMonth expiryYear cvv holderName'],
  ['s193 CreateBookingRequest', 'offerId passengers paymentDetails'],
  ['s193 PaymentDetails', 'amount currency cardDetails'],
  ['s193 c014 PassengerDetails', 'type title firstName lastName gender dateOfBirth email phone passportNumber'],
  ['s193 PassengerDetails', 'passportExpiryDate passportIssuingCountry'],
  ['s193 BookingCreated', 'id duffelBookingId accountCreated accountInfo emailContent'],
  ['s193 AccountInfo', 'username password email'],
  ['s194 BookingRecord', 'id status duffelBookingId bookingData'],
  ['s194 BookingCancelled', 'success message'],
  ['s195 User', 'firstName lastName username email createdAt isAdmin'],
  ['s195 RegisterRequest', 'username email firstName lastName password'],
  ['s195 ChangePasswordRequest', 'currentPassword newPassword'],
  ['s195 AdminSettings', 'enableLiveMode environment duffelApiConfigured stripeConfigured'],
  ['s195 AdminSettingsRequest', 'enableLiveMode'],
]

test.each(fields)('%s has %s', (title, names) => {
  const schema = title.split(' ').at(-1) ?? ''

  expect(namesOf(components.schemas[schema] ?? {})).toEqual(expect.arrayContaining(names.split(' ')))
})

test('s190 s191 s192 s193 s194 s195 every call that is required is there', () => {
  const calls = Object.entries(paths).flatMap(([route, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${route}`),
  )

  expect(calls).toEqual(
    expect.arrayContaining([
      'GET /api/flights/search',
      'POST /api/flights/search',
      'GET /api/flights/offer/{id}',
      'GET /api/flights/seatmaps/{offerId}',
      'GET /api/flights/verify-offer/{id}',
      'POST /api/payments/process-card',
      'POST /api/bookings',
      'GET /api/bookings',
      'GET /api/bookings/{id}',
      'POST /api/bookings/{id}/cancel',
      'GET /api/auth/user',
      'POST /api/auth/login',
      'POST /api/auth/register',
      'POST /api/auth/change-password',
      'POST /api/auth/logout',
      'GET /api/admin/settings',
      'POST /api/admin/settings',
      'POST /api/admin/login',
      'GET /api/system/mode',
      'GET /api/brands/{key}',
    ]),
  )
})

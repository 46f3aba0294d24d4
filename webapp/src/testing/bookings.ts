import type {
  AirlineCredit,
  BookedSlice,
  BookingData,
  BookingRecord,
  Cancellation,
  CancellationBreakdown,
  CancellationQuote,
  User,
} from '@/lib/api/types'
import { place, segment } from './offers'

/** Builders with good defaults: a test spells out only what it is about. */

export const traveller: User = {
  username: 'maya',
  email: 'maya@traveller.example',
  createdAt: '2026-01-01T00:00:00Z',
  firstName: 'Maya',
  lastName: 'Okafor',
  isAdmin: false,
  isMailboxProved: true,
}

export const usd = (amount: string) => ({ amount, currency: 'USD' })

export function bookedSlice(part: Partial<BookedSlice> = {}): BookedSlice {
  return {
    id: 'sli_1',
    departure_time: '2027-03-05T19:30:00',
    arrival_time: '2027-03-06T07:25:00',
    duration: 'PT6H55M',
    origin: place('JFK'),
    destination: place('LHR'),
    segments: [segment()],
    fare_brand_name: 'Economy Standard',
    ...part,
  }
}

export const returnSlice = () =>
  bookedSlice({
    id: 'sli_2',
    departure_time: '2027-03-12T11:10:00',
    arrival_time: '2027-03-12T14:05:00',
    origin: place('LHR'),
    destination: place('JFK'),
  })

/** A checked bag of `pas_1` on the way out. */
export const bookedBag = (part: Partial<BookingData['bags'][number]> = {}): BookingData['bags'][number] => ({
  passenger_id: 'pas_1',
  kind: 'checked',
  weight_kg: 23,
  segment_ids: ['seg_1'],
  quantity: 1,
  price: usd('75.00'),
  ...part,
})

export function tripData(part: Partial<BookingData> = {}): BookingData {
  return {
    slices: [bookedSlice(), returnSlice()],
    passengers: [
      {
        id: 'pas_1',
        given_name: 'Maya',
        family_name: 'Okafor',
        type: 'adult',
        ticket_numbers: ['1252106312810'],
        associated_adult_id: null,
      },
    ],
    seats: [],
    bags: [],
    total_amount: '1338.50',
    total_currency: 'USD',
    price: { amount: '1284', currency: 'USD', base_amount: '1040.10', tax_amount: '243.90', markup_rate: '0.23' },
    airline_total: usd('1043.90'),
    emissions_kg_per_traveller: 474,
    conditions: {
      refundable: true,
      changeable: true,
      refund_before_departure: { allowed: true, penalty_amount: '525.00', penalty_currency: 'USD' },
      change_before_departure: { allowed: true, penalty_amount: null, penalty_currency: null },
      cancellation_options: ['online'],
    },
    ...part,
  }
}

/** Maya, and Leo on her lap. */
export const withInfant = (): BookingData['passengers'] =>
  tripData().passengers.flatMap((maya) => [
    maya,
    { ...maya, id: 'pas_2', given_name: 'Leo', type: 'infant', associated_adult_id: maya.id },
  ])

type RecordPart = Partial<Omit<BookingRecord, 'bookingData'>> & { data?: Partial<BookingData> }

/** JFK to LHR and back for one, confirmed. */
export function booking({ data, ...part }: RecordPart = {}): BookingRecord {
  return {
    id: 'bk_1',
    status: 'confirmed',
    mode: 'live',
    duffelBookingId: 'JTVMSN',
    createdAt: '2026-11-20T10:00:00Z',
    actionUrl: null,
    failure: null,
    cancellation: null,
    card: { brand: 'visa', last4: '4242' },
    cancellable: true,
    claimable: false,
    mailedTo: null,
    bookingData: JSON.stringify(tripData(data)),
    ...part,
  }
}

/** Why a booking failed; by its code alone, if the test says no more. */
export const bookingFailure = (code: string, part: Partial<NonNullable<BookingRecord['failure']>> = {}) => ({
  code,
  message: 'As the server says it.',
  money: 'not_charged',
  reason: null,
  ...part,
})

type Line = CancellationBreakdown['lines'][number]

/** Lines of what a cancellation keeps, or refunds. */
export const lines = (kept: boolean, parts: Partial<Record<Line['part'], string>>) =>
  Object.entries(parts).map(([part, amount]) => ({ part: part as Line['part'], amount: usd(amount), kept }))

/** A part of the fare and of our fee is kept. */
export const breakdown = (part: Partial<CancellationBreakdown> = {}): CancellationBreakdown => ({
  lines: [
    ...lines(true, { airline: '398.40', service_fee: '126.60' }),
    ...lines(false, { airline: '700.00', service_fee: '113.50' }),
  ],
  kept: usd('525.00'),
  keptByAirline: usd('398.40'),
  refunded: usd('813.50'),
  credit: null,
  ...part,
})

/** The airline keeps all that it was paid, and we keep nothing. */
export const fareKept = () =>
  breakdown({
    lines: [
      ...lines(true, { fare: '800.00', taxes: '243.90', seats: '54.50' }),
      ...lines(false, { service_fee: '240.10' }),
    ],
    kept: usd('1098.40'),
    keptByAirline: usd('1098.40'),
    refunded: usd('240.10'),
  })

/** A trip that was cancelled, with money on its way back. */
export const cancelled = (part: Partial<Cancellation> = {}): Cancellation => ({
  cancelledAt: '2026-11-21T00:00:00Z',
  refund: usd('813.50'),
  refundStatus: 'pending',
  refundTo: 'card',
  credit: null,
  credits: [],
  awaitsCredits: false,
  breakdown: breakdown(),
  ...part,
})

export const airlineCredit = (part: Partial<AirlineCredit> = {}): AirlineCredit => ({
  holder: 'Maya Okafor',
  name: 'Future Flight Credit',
  code: '1252106312810',
  amount: usd('700.00'),
  issuedOn: '2026-11-21',
  ...part,
})

export function quote(part: Partial<CancellationQuote> = {}): CancellationQuote {
  return {
    available: true,
    paid: usd('1338.50'),
    extras: null,
    refund: usd('813.50'),
    fareRefund: usd('700.00'),
    markupRefund: usd('113.50'),
    fee: usd('525.00'),
    refundTo: 'card',
    expiresAt: '',
    breakdown: breakdown(),
    ...part,
  }
}

/** The rule of a fare that the airline does not refund. */
export const nonRefundable = { allowed: false, penalty_amount: null, penalty_currency: null }

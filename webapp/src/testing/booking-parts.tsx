import type { ReactElement } from 'react'
import { vi } from 'vitest'
import { BookingProvider } from '@/features/booking/components/booking-provider'
import type { Booking } from '@/features/booking/hooks/use-booking'
import { emptyPassenger } from '@/features/booking/lib/passenger-form'
import type { Verification } from '@/lib/api/offers'
import type { SystemMode } from '@/lib/api/types'
import { offer } from './offers'
import { setup } from './render'

/** Builders with good defaults: a test spells out only what it is about. */

const inHalfAnHour = () => new Date(Date.now() + 30 * 60_000).toISOString()
const inTest: SystemMode = { isLiveMode: false, mode: 'test', known: true, liveCards: false, cardFields: null }

export const verification = (part: Partial<Verification> = {}): Verification => ({
  isValid: true,
  isGone: false,
  isRefused: false,
  code: '',
  expiresAt: null,
  replacement: null,
  ...part,
})

const okafor = (firstName: string) => ({ ...emptyPassenger, firstName, lastName: 'Okafor' })

/** What a booking tells its components, at any of its steps, for two. */
export function bookingParts(part: { [Name in keyof Booking]?: Partial<Booking[Name]> } = {}): Booking {
  return {
    trip: {
      offer: offer({ expires_at: inHalfAnHour() }),
      party: [
        { id: 'pas_1', type: 'adult' },
        { id: 'pas_2', type: 'child' },
      ],
      passengers: [okafor('Maya'), okafor('Ada')],
      seats: [],
      bags: [],
      total: '1284',
      step: 'payment',
      isReturning: false,
      go: vi.fn(),
      tell: vi.fn(),
      searchHref: '/search',
      ...part.trip,
    },
    offerStatus: {
      verification: verification(),
      expiresAt: inHalfAnHour(),
      expiry: { isLeaving: false, leave: vi.fn(), stay: vi.fn(), restart: vi.fn() },
      isGone: false,
      isRefused: false,
      replacement: null,
      replaced: null,
      ...part.offerStatus,
    },
    passengersStep: {
      typed: null,
      lacksPassports: false,
      savePassengers: vi.fn(),
      refusedFields: [],
      carried: {},
      ...part.passengersStep,
    },
    bags: { sold: [], refused: [], refusal: null, areGivenBack: false, changes: [], save: vi.fn(), ...part.bags },
    seatsStep: { saveSeats: vi.fn(), hasSkippedMaps: false, ...part.seatsStep },
    paymentStep: {
      mode: inTest,
      phase: 'idle',
      isUnheard: false,
      isLate: false,
      failure: null,
      isHalted: false,
      isHeld: false,
      isClosed: false,
      mayBeOurs: false,
      pay: vi.fn(),
      resume: vi.fn(),
      restart: vi.fn(),
      changeOrder: vi.fn(),
      changeCard: vi.fn(),
      holderName: '',
      isAnotherCard: false,
      areSeatsComing: false,
      previousTotal: null,
      firstTotal: null,
      ...part.paymentStep,
    },
  }
}

/** Renders a component inside a booking. */
export const setupIn = (booking: Booking, ui: ReactElement) =>
  setup(<BookingProvider booking={booking}>{ui}</BookingProvider>)

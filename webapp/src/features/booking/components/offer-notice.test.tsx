import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { standAt } from '@/testing/address'
import { bookingParts, setupIn, verification } from '@/testing/booking-parts'
import { connect } from '@/testing/connection'
import { OfferNotice } from './offer-notice'

vi.mock('next/navigation', async () => (await import('@/testing/address')).navigation())

const { news } = vi.hoisted(() => ({ news: { isAway: true, asked: 0 } }))
vi.mock('./offer-news', async (original) => {
  news.asked += 1
  if (news.isAway) throw new Error('away')
  return original()
})

beforeEach(() => {
  standAt('/booking?offer=off_1')
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  news.asked = 0
})

const gone = { isGone: true }
const notSold = { isRefused: true, verification: verification({ isValid: false, isRefused: true }) }

test('while passengers are typed, what is said of an offer that ends is fetched', async () => {
  setupIn(bookingParts(), <OfferNotice />)

  await vi.waitFor(() => expect(news.asked).toBe(1))
})

test.each([
  ['has expired', gone, 'This flight offer has expired.'],
  ['is not sold', notSold, 'This flight can’t be booked here. Nothing was charged.'],
])('an offer that %s is told without its notice, and the form stays', async (_, offerStatus, words) => {
  setupIn(
    bookingParts({ offerStatus }),
    <>
      <input aria-label="First name" defaultValue="Maya" />
      <OfferNotice />
    </>,
  )

  expect(await screen.findByRole('alert')).toHaveTextContent(words)
  expect(screen.getByRole('link', { name: 'Back to Search Results' })).toHaveAttribute('href', '/search')
  expect(screen.getByLabelText('First name')).toHaveValue('Maya')
})

test('a traveler who is about to be taken back can stay without the notice too', async () => {
  const parts = bookingParts({ offerStatus: gone })
  parts.offerStatus.expiry.isLeaving = true
  const { user } = setupIn(parts, <OfferNotice />)

  await user.click(await screen.findByRole('button', { name: 'Stay here' }))

  expect(parts.offerStatus.expiry.stay).toHaveBeenCalled()
})

test('an offer that has taken the place of another is told with its price without the notice', async () => {
  const replaced = { before: bookingParts().trip.offer.price, hasLostSeats: false }
  setupIn(bookingParts({ offerStatus: { replaced } }), <OfferNotice />)

  expect(await screen.findByRole('status')).toHaveTextContent('You’re now booking the same flights for $1,284.')
})

test('the whole notice comes once the browser is back online', async () => {
  await connect(false)
  setupIn(bookingParts({ offerStatus: gone }), <OfferNotice />)
  expect(await screen.findByRole('alert')).not.toHaveTextContent('We’ve kept your details')

  news.isAway = false
  await connect(true)

  expect(await screen.findByText(/^We’ve kept your details for your next flight/)).toBeVisible()
})

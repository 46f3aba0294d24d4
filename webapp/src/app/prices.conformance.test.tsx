import { readFileSync } from 'node:fs'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { remember } from '@/features/booking/lib/draft-memory'
import { emptyPassenger } from '@/features/booking/lib/passenger-form'
import { FlightPage } from '@/features/detail/components/flight-page'
import { SearchResults } from '@/features/search/components/results'
import { GuestTripPage } from '@/features/trips/components/guest-trip-page'
import { TripCard } from '@/features/trips/components/trip-card'
import { toTrip } from '@/features/trips/lib/trips'
import type { Price } from '@/lib/api/types'
import { standAt } from '@/testing/address'
import { BOOK, CARD, domestic, inHalfAnHour, OFFER, open, press, SEATS, typeCard } from '@/testing/booking-walk'
import { bookedSlice, booking, tripData } from '@/testing/bookings'
import { fare, offer } from '@/testing/offers'
import { setup } from '@/testing/render'
import { cabin, seatElement } from '@/testing/seats'
import { serve } from '@/testing/server'

vi.mock('next/navigation', async () => (await import('@/testing/address')).navigation())

// One sale runs through every page. What it costs is svc-offers' own answer, in a file to which svc-booking holds its
// mails and its PDF (`svc-booking/src/email/sums.rs`). Sums are minor units here, added and written by rules of this
// file's own: nothing of the app checks the app.

interface Sold {
  total_amount: string
  tax_amount: string
  price: Price
  with_seats: string
  fee: string
}

interface Shared {
  currency: string
  sign: string
  digits: number
  passengers: number
  /** Before which place the airline's price becomes another one. */
  changes: string
  first: Sold
  later: Sold
  seat_prices: string[]
  /** How many of these are chosen: none or all. */
  seats: number
  /** How mail and PDF write each sum. */
  written: Record<string, string>
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
const cases = (JSON.parse(readFileSync('../platform/money/prices.json', 'utf8')) as Shared[]).map((shared) => {
  const unit = 10 ** shared.digits
  const minor = (amount: string) => Math.round(Number(amount) * unit)
  const decimal = (sum: number) => (sum / unit).toFixed(shared.digits)
  const money = (sum: number) =>
    shared.sign +
    Math.floor(sum / unit).toLocaleString('en-US') +
    (sum % unit ? `.${String(sum % unit).padStart(shared.digits, '0')}` : '')
  /** In whole units, as pages show a fare and what it is made of. */
  const whole = (sum: number) => Math.round(sum / unit) * unit
  const saleOf = (sold: Sold) => {
    const [price, taxes, fee] = [minor(sold.price.amount), whole(minor(sold.tax_amount)), minor(sold.fee)]
    return { sold, price, taxes, base: price - taxes, fee: Math.max(0, fee), total: minor(sold.with_seats) }
  }
  const prices = shared.seat_prices.map(minor)
  const people = ['Okafor', 'Lind', 'Ruiz', 'Sato'].slice(0, shared.passengers)
  const [first, later] = [saleOf(shared.first), saleOf(shared.later)]
  return { ...shared, people, prices, seats: prices.slice(0, shared.seats), first, later, unit, decimal, money, whole }
})
type Case = (typeof cases)[number]
type Sale = Case['first']

const passengersOf = ({ people }: Case) => people.map((_, index) => ({ id: `pas_${index}`, type: 'adult', age: null }))
const maya = { firstName: 'Maya', dateOfBirth: '1989-04-18', gender: 'female', phone: '+16175550118' } as const
const counted = ({ people }: Case) => `${people.length} passenger${people.length > 1 ? 's' : ''}`
const partsOf = ({ base, taxes, fee }: Sale) => [base, taxes, fee]
const totals = (sum: number, { currency, decimal }: Case) => ({ total_amount: decimal(sum), total_currency: currency })
const offerOf = ({ sold: { total_amount, price } }: Sale, one: Case) => {
  const flown = { slices: domestic.slices, passengers: passengersOf(one), expires_at: inHalfAnHour }
  return offer({ total_amount, total_currency: one.currency, ...flown, price })
}
const mapOf = (one: Case) =>
  cabin([`15${'ABCD'.slice(0, one.people.length)}`], (seat) => {
    const sold = totals(one.prices['ABCD'.indexOf(seat.slice(-1))] ?? 0, one)
    const services = passengersOf(one).map(({ id }) => ({ id: seat + id, passenger_id: id, ...sold }))
    return seatElement(seat, '0', { available_services: services })
  })

/** As texts are looked for: every kind of space is a plain one. */
const asRead = (text: string) => text.replace(/\s/g, ' ')

/** Nothing on the page names a sum but these, to the eye or to a reader. */
function names({ money }: Case, ...sums: number[]) {
  const html = document.body.innerHTML.replaceAll('&nbsp;', '\u00a0')
  const figures = html.match(/(?:[$€£¥]|(?:F\u202f)?[A-Z]{3}\u00a0)\d{1,3}(?:,\d{3})*(?:\.\d+)?/g) ?? []
  expect(figures.filter((figure) => !sums.map(money).includes(figure))).toEqual([])
}
const line = (place: string, name: string) =>
  within(screen.getByLabelText(place)).getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
const above = (words: string) => screen.getByText(asRead(words)).previousElementSibling?.textContent

/** Our own part of the price, once. */
function namesTheFee({ money }: Case, { fee }: Sale) {
  const said = screen.queryAllByText(/^Includes our .* booking fee/).map(({ textContent }) => textContent)
  const words = `Includes our ${money(fee)} booking fee, refunded if you cancel online within 24 hours.`
  expect(said).toEqual(fee ? [words] : [])
}

/** The page says that the price is another one, from which to which; or has nothing to say. */
function tells({ money }: Case, before: Sale, now: Sale) {
  const said = screen.queryAllByText(/while you were looking/).map(({ textContent }) => textContent)
  const verb = now.price > before.price ? 'raised' : 'lowered'
  const words = `The airline ${verb} this fare from ${money(before.price)} to ${money(now.price)} while you were looking.`
  expect([...new Set(said)]).toEqual(before === now ? [] : [words])
  return before === now ? [] : [before.price, now.price]
}

/** A search that finds one offer, at the first price. */
function searchOf(one: Case) {
  const query = 'origin=JFK&destination=LAX&departureDate=2027-03-05&cabinClass=economy'
  const rest = `adultsCount=${one.people.length}&childrenCount=0&infantsCount=0&page=1&limit=30&sort=price-asc`
  const answer = { [`GET /api/flights/search?${query}&${rest}`]: { offers: [offerOf(one.first, one)], total_count: 1 } }
  return { address: `/search?${query}&adults=${one.people.length}`, answer }
}

/** The search knows the first price alone: the list shows the latest, and its card is pressed at that. */
async function inTheList(one: Case, now: Sale) {
  const { address, answer } = searchOf(one)
  standAt(address)
  serve(answer)
  const page = setup(<SearchResults />)
  const card = await screen.findByRole('article')
  expect(card.querySelector('.price')?.textContent).toBe(one.money(now.price))
  names(one, now.price, now.taxes, one.whole(now.price / one.people.length))
  fireEvent.pointerDown(within(card).getByRole('link'))
  page.unmount()
}

/** Side by side with others an offer has the price that the airline asks now. */
async function inTheComparison(one: Case, now: Sale) {
  const { address, answer } = searchOf(one)
  standAt(`${address}&compare=off_1`)
  serve({ ...answer, [OFFER]: offerOf(now, one) })
  const page = setup(<SearchResults />)
  const table = within(await screen.findByRole('region', { name: 'Flights side by side' }))
  await waitFor(() => expect(screen.queryByText('Checking these flights…')).toBeNull())
  for (const fact of ['Price', 'With a checked bag']) {
    const cell = table.getByRole('rowheader', { name: fact }).nextElementSibling
    expect(cell?.firstElementChild?.textContent).toBe(one.money(now.price))
  }
  page.unmount()
}

async function onTheFlightPage(one: Case, before: Sale, now: Sale) {
  const total = one.money(now.price)
  const more = 90 * one.unit
  const dearer = { ...now.sold.price, amount: one.decimal(now.price + more) }
  const fares = [before.sold.price, dearer].map((price, index) => fare(`off_${index + 1}`, '', { price }))
  standAt('/flight/off_1')
  serve({ [OFFER]: offerOf(now, one), 'GET /api/flights/offer/off_1/fares': fares })
  const page = setup(<FlightPage />)
  const [own, other] = await screen.findAllByRole('radio')
  expect(own).toHaveAccessibleName(`Economy Standard ${total} selected`)
  expect(other).toHaveAccessibleName(`Economy Standard ${one.money(now.price + more)} +${one.money(more)}`)
  expect(line('Price summary', 'Total')).toBe(total)
  expect(page.container.querySelector('.wide > .price')?.textContent).toBe(total)
  const was = before === now ? '' : `, was ${one.money(before.price)}`
  expect(above(`Total for ${counted(one)}${was}`)).toBe(total)
  namesTheFee(one, now)
  names(one, now.price, ...partsOf(now), now.price + more, more, ...tells(one, before, now))
  page.unmount()
}

/** What a step says beside its form: the summary, which adds up to its total, and the bar of phones. */
function onTheStep(one: Case, [before, now]: [Sale, Sale], seats: readonly number[], ...others: number[]) {
  const total = sumOf([now.base, now.taxes, ...seats])
  expect(line('Your trip', 'Base fare')).toBe(one.money(now.base))
  expect(line('Your trip', 'Taxes & fees')).toBe(one.money(now.taxes))
  if (seats.length > 0) expect(line('Your trip', `Seats, ${seats.length} chosen`)).toBe(one.money(sumOf(seats)))
  expect(line('Your trip', 'Total')).toBe(one.money(total))
  expect(above(`Total, ${counted(one)}`)).toBe(one.money(total))
  names(one, total, ...partsOf(now), sumOf(seats), ...seats, ...others, ...tells(one, before, now))
}

function onThePayment(one: Case, [before, now]: [Sale, Sale], ...others: number[]) {
  const sum = one.money(now.total)
  namesTheFee(one, now)
  onTheStep(one, [before, now], one.seats, ...others)
  expect(screen.getByText('Charged today').parentElement?.nextElementSibling?.textContent).toBe(sum)
  expect(screen.getAllByRole('button', { name: `Pay ${sum}` })).toHaveLength(2)
}

/** From the passengers to the ticket. */
async function inTheBooking(one: Case, before: Sale, now: Sale, paid: Sale) {
  const { seats, people, money, currency, decimal } = one
  const [asked, total] = [now.total, paid.total]
  let sold = now
  const card = () => {
    if (sold === paid) return { success: true, paymentId: 'pay_1', status: 'authorised' }
    sold = paid
    return { success: false, error: 'PRICE_CHANGED', message: '', price: { amount: decimal(total), currency } }
  }
  const booked = { id: 'bk_1', status: 'confirmed', duffelBookingId: 'JTVMSN', accountInfo: null }
  standAt('/booking?offer=off_1')
  const typed = people.map((lastName) => ({ ...emptyPassenger, ...maya, lastName, email: 'maya@traveller.example' }))
  remember({ type: 'passengers kept', offerId: 'off_1', party: [], passengers: typed, hadPassports: false })
  const page = open({ [OFFER]: () => offerOf(sold, one), [SEATS]: [mapOf(one)], [CARD]: card, [BOOK]: booked })
  await screen.findByRole('heading', { name: 'Who is traveling?' })
  onTheStep(one, [before, now], [])
  await press(page, 'Continue to seats')
  for (const seat of (await screen.findAllByRole('gridcell')).slice(0, seats.length)) fireEvent.click(seat)
  onTheStep(one, [before, now], seats, ...one.prices)
  await press(page, seats.length > 0 ? 'Continue to Payment' : 'Skip Seat Selection')
  await screen.findByRole('heading', { name: 'Pay by card' })
  onThePayment(one, [before, now])
  await typeCard(page)
  await press(page, /^Pay /)
  if (paid !== now) {
    expect(await screen.findByRole('alert')).toHaveTextContent(
      asRead(`for ${money(total)} instead of ${money(asked)}. `),
    )
    await waitFor(() => onThePayment(one, [paid, paid], asked))
    await press(page, /^Pay /)
  }
  await screen.findByRole('heading', { name: 'Booking confirmed!' })
  expect(line('Your ticket', 'Paid by card')).toBe(money(total))
  names(one, total)
  const amount = decimal(total)
  const sent = page.calls.filter(({ method }) => method === 'POST').slice(-2)
  expect(sent).toMatchObject([{ body: { amount, currency } }, { body: { paymentDetails: { amount, currency } } }])
  page.unmount()
}

/** The trip as the server keeps it: on its own page, and in My Trips. */
async function onTheTripPage(one: Case, total: number) {
  const conditions = { ...offer().conditions, cancellation_options: [] }
  const passengers = one.people.flatMap(() => tripData().passengers).map((who, index) => ({ ...who, id: `${index}` }))
  const record = booking({ data: { ...totals(total, one), passengers, conditions, slices: [bookedSlice()] } })
  standAt('/trip?id=bk_1')
  serve({ 'GET /api/bookings/bk_1': record })
  setup(<TripCard trip={toTrip(record)} onDetails={() => undefined} />)
  setup(<GuestTripPage />)
  expect((await screen.findByText(`Total for ${counted(one)}`)).nextElementSibling?.textContent).toBe(one.money(total))
  expect(screen.getAllByText(asRead(one.money(total)))).toHaveLength(2)
  names(one, total)
}

test.each(cases)(
  'r003 r039 r041 see11 each place shows the same total in $currency, another price: $changes',
  async (one) => {
    const after = (place: string, before: Sale) => (one.changes === place ? one.later : before)
    const opened = after('flight page', one.first)
    const entered = after('booking', opened)
    const paid = after('payment', entered)
    await inTheList(one, one.first)
    await onTheFlightPage(one, one.first, opened)
    await inTheList(one, opened)
    await inTheComparison(one, opened)
    await inTheBooking(one, opened, entered, paid)
    await onTheTripPage(one, paid.total)
  },
)

test.each(cases)('r003 mail and PDF write the sums in $currency as the pages do', ({ written, money, unit }) => {
  for (const [amount, text] of Object.entries(written)) expect(money(Math.round(Number(amount) * unit))).toBe(text)
})

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { remember } from '@/features/booking/lib/draft-memory'
import { emptyPassenger } from '@/features/booking/lib/passenger-form'
import { FlightPage } from '@/features/detail/components/flight-page'
import { SearchResults } from '@/features/search/components/results'
import { GuestTripPage } from '@/features/trips/components/guest-trip-page'
import { TripCard } from '@/features/trips/components/trip-card'
import { toTrip } from '@/features/trips/lib/trips'
import { standAt } from '@/testing/address'
import { BOOK, CARD, domestic, inHalfAnHour, OFFER, open, press, SEATS, typeCard } from '@/testing/booking-walk'
import { bookedSlice, booking, tripData } from '@/testing/bookings'
import { fare, offer } from '@/testing/offers'
import { setup } from '@/testing/render'
import { cabin, seatElement } from '@/testing/seats'
import { serve } from '@/testing/server'

vi.mock('next/navigation', async () => (await import('@/testing/address')).navigation())

// Sums are whole numbers of cents, added and written by rules of this file's own: nothing of the app checks the app.
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
const decimal = (cents: number) => (cents / 100).toFixed(2)
const writtenIn = (sign: string) => (cents: number) =>
  sign + Math.floor(cents / 100).toLocaleString('en-US') + (cents % 100 ? decimal(cents).slice(-3) : '')

/** What the server asks for: the airline's total and 23 %, in whole units. */
const saleOf = (airline: number, tax: number) => ({ airline, tax, price: Math.round((airline * 1.23) / 100) * 100 })
type Sale = ReturnType<typeof saleOf>
const random = (seed: number, from: number, to: number) => from + ((((seed + 3_941) * 48_271) % 65_537) % (to - from))

/** Where the airline's price becomes another one: the last time it falls. */
const changes = ['nowhere', 'on the flight page', 'in the booking', 'at the payment', 'on the flight page']
const cases = changes.map((where, index) => {
  const people = ['Okafor', 'Lind', 'Ruiz', 'Sato'].slice(0, 1 + (index % 4))
  const unit = index % 3 === 1 ? 100 : 1
  const tax = Math.round(random(index, 4_000, 30_000) / unit) * unit
  const airline = tax + Math.round((random(index + 10, 30_000, 90_000) * people.length) / unit) * unit
  const later = saleOf(airline + (index < 4 ? 1 : -1) * random(index + 20, 1_000, 6_000), tax)
  const prices = people.map((_, seat) => [0, 725, 1_850, 2_000][random(index * 4 + seat, 0, 4)] ?? 0)
  const [currency, sign] = index % 2 === 0 ? ['USD', '$'] : ['EUR', '€']
  const seats = index % 4 === 0 ? [] : prices
  return { where, first: saleOf(airline, tax), later, people, prices, seats, currency, money: writtenIn(sign ?? '') }
})
type Case = (typeof cases)[number]

const passengersOf = ({ people }: Case) => people.map((_, index) => ({ id: `pas_${index}`, type: 'adult', age: null }))
const maya = { firstName: 'Maya', dateOfBirth: '1989-04-18', gender: 'female', phone: '+16175550118' } as const
const counted = ({ people }: Case) => `${people.length} passenger${people.length > 1 ? 's' : ''}`
const partsOf = ({ price, tax, airline }: Sale) => {
  const taxes = Math.round(tax / 100) * 100
  return { base: price - taxes, taxes, fee: price - airline }
}
const totals = (cents: number, { currency }: Case) => ({ total_amount: decimal(cents), total_currency: currency })
const offerOf = ({ airline, price, tax }: Sale, one: Case) => {
  const asked = { amount: String(price / 100), currency: one.currency, tax_amount: decimal(tax) }
  const flown = { slices: domestic.slices, passengers: passengersOf(one), expires_at: inHalfAnHour }
  return offer({ ...totals(airline, one), ...flown, price: asked })
}
const mapOf = (one: Case) =>
  cabin([`15${'ABCD'.slice(0, one.people.length)}`], (seat) => {
    const sold = totals(one.prices['ABCD'.indexOf(seat.slice(-1))] ?? 0, one)
    const services = passengersOf(one).map(({ id }) => ({ id: seat + id, passenger_id: id, ...sold }))
    return seatElement(seat, '0', { available_services: services })
  })

/** Nothing on the page names a sum but these, to the eye or to a reader. */
function names({ money }: Case, ...sums: number[]) {
  const figures = document.body.innerHTML.match(/[$€]\d{1,3}(?:,\d{3})*(?:\.\d+)?/g) ?? []
  expect(figures.filter((figure) => !sums.map(money).includes(figure))).toEqual([])
}
const line = (place: string, name: string) =>
  within(screen.getByLabelText(place)).getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
const above = (words: string) => screen.getByText(words).previousElementSibling?.textContent

/** The page says that the price is another one, from which to which; or has nothing to say. */
function tells({ money }: Case, before: Sale, now: Sale) {
  const said = screen.queryAllByText(/while you were looking/).map(({ textContent }) => textContent)
  const verb = now.price > before.price ? 'raised' : 'lowered'
  const words = `The airline ${verb} this fare from ${money(before.price)} to ${money(now.price)} while you were looking.`
  expect([...new Set(said)]).toEqual(before === now ? [] : [words])
  return before === now ? [] : [before.price, now.price]
}

/** The search knows the first price alone: the list shows the latest, and its card is pressed at that. */
async function inTheList(one: Case, now: Sale) {
  const query = 'origin=JFK&destination=LAX&departureDate=2027-03-05&cabinClass=economy'
  const rest = `adultsCount=${one.people.length}&childrenCount=0&infantsCount=0&page=1&limit=30&sort=price-asc`
  standAt(`/search?${query}&adults=${one.people.length}`)
  serve({ [`GET /api/flights/search?${query}&${rest}`]: { offers: [offerOf(one.first, one)], total_count: 1 } })
  const page = setup(<SearchResults />)
  const card = await screen.findByRole('article')
  expect(card.querySelector('.price')?.textContent).toBe(one.money(now.price))
  names(one, now.price, partsOf(now).taxes, Math.round(now.price / one.people.length / 100) * 100)
  fireEvent.pointerDown(within(card).getByRole('link'))
  page.unmount()
}

async function onTheFlightPage(one: Case, before: Sale, now: Sale) {
  const total = one.money(now.price)
  const dearer = saleOf(now.airline + 9_000, now.tax)
  const more = dearer.price - now.price
  const fares = [before, dearer].map((sale, index) => fare(`off_${index + 1}`, '', { price: offerOf(sale, one).price }))
  standAt('/flight/off_1')
  serve({ [OFFER]: offerOf(now, one), 'GET /api/flights/offer/off_1/fares': fares })
  const page = setup(<FlightPage />)
  const [own, other] = await screen.findAllByRole('radio')
  expect(own).toHaveAccessibleName(`Economy Standard ${total} selected`)
  expect(other).toHaveAccessibleName(`Economy Standard ${one.money(dearer.price)} +${one.money(more)}`)
  expect(line('Price summary', 'Total')).toBe(total)
  expect(page.container.querySelector('.wide > .price')?.textContent).toBe(total)
  const was = before === now ? '' : `, was ${one.money(before.price)}`
  expect(above(`Total for ${counted(one)}${was}`)).toBe(total)
  names(one, now.price, ...Object.values(partsOf(now)), dearer.price, more, ...tells(one, before, now))
  page.unmount()
}

/** What a step says beside its form: the summary, which adds up to its total, and the bar of phones. */
function onTheStep(one: Case, [before, now]: [Sale, Sale], seats: readonly number[], ...others: number[]) {
  const parts = partsOf(now)
  const total = sumOf([parts.base, parts.taxes, ...seats])
  expect(line('Your trip', 'Base fare')).toBe(one.money(parts.base))
  expect(line('Your trip', 'Taxes & fees')).toBe(one.money(parts.taxes))
  if (seats.length > 0) expect(line('Your trip', `Seats, ${seats.length} chosen`)).toBe(one.money(sumOf(seats)))
  expect(line('Your trip', 'Total')).toBe(one.money(total))
  expect(above(`Total, ${counted(one)}`)).toBe(one.money(total))
  names(one, total, ...Object.values(parts), sumOf(seats), ...seats, ...others, ...tells(one, before, now))
}

function onThePayment(one: Case, [before, now]: [Sale, Sale], ...others: number[]) {
  const sum = one.money(now.price + sumOf(one.seats))
  onTheStep(one, [before, now], one.seats, ...others)
  expect(screen.getByText('Charged today').parentElement?.nextElementSibling?.textContent).toBe(sum)
  expect(screen.getAllByRole('button', { name: `Pay ${sum}` })).toHaveLength(2)
}

/** From the passengers to the ticket. */
async function inTheBooking(one: Case, before: Sale, now: Sale, paid: Sale) {
  const { seats, people, money, currency } = one
  const [asked, total] = [now.price + sumOf(seats), paid.price + sumOf(seats)]
  let sold = now
  const card = () => {
    if (sold === paid) return { success: true, paymentId: 'pay_1', status: 'authorised' }
    sold = paid
    return { success: false, error: 'PRICE_CHANGED', message: '', price: { amount: decimal(total), currency } }
  }
  const booked = { id: 'bk_1', status: 'confirmed', duffelBookingId: 'JTVMSN', accountInfo: null }
  standAt('/booking?offer=off_1')
  const typed = people.map((lastName) => ({ ...emptyPassenger, ...maya, lastName, email: 'maya@traveller.example' }))
  remember({ type: 'passengers kept', party: [], passengers: typed, isPassportRequired: false })
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
    expect(await screen.findByRole('alert')).toHaveTextContent(`for ${money(total)} instead of ${money(asked)}. `)
    await waitFor(() => onThePayment(one, [paid, paid], asked))
    await press(page, /^Pay /)
  }
  await screen.findByRole('heading', { name: 'Booking confirmed!' })
  expect(line('Your ticket', 'Paid by card')).toBe(money(total))
  names(one, total)
  const amount = seats.length > 0 ? decimal(total) : String(total / 100)
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
  expect(screen.getAllByText(one.money(total))).toHaveLength(2)
  names(one, total)
}

test.each(cases)('r039 r041 each place shows the same total, another price $where, seats $seats', async (one) => {
  const after = (where: string, before: Sale) => (one.where === where ? one.later : before)
  const opened = after('on the flight page', one.first)
  const entered = after('in the booking', opened)
  const paid = after('at the payment', entered)
  await inTheList(one, one.first)
  await onTheFlightPage(one, one.first, opened)
  await inTheList(one, opened)
  await inTheBooking(one, opened, entered, paid)
  await onTheTripPage(one, paid.price + sumOf(one.seats))
})

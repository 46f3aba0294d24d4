import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { bagServices, sellingBags } from '@/testing/bag-offers'
import { keptBag } from '@/testing/bags'
import {
  BOOK,
  CARD,
  card,
  inHalfAnHour,
  OFFER,
  open,
  openAtPayment,
  openFilledIn,
  pay,
  press,
  typeCard,
  VERIFY,
} from '@/testing/booking-walk'
import { booking, bookingFailure } from '@/testing/bookings'
import { cabin } from '@/testing/seats'
import { problem } from '@/testing/server'
import { remember } from '../lib/draft-memory'

type Answers = Parameters<typeof open>[0]
type Bag = Parameters<typeof keptBag>[0]

const wayOut: Bag = { serviceId: 'ase_out', quantity: 2 }
const wayBack: Bag = { serviceId: 'ase_back', coverage: 'slice 1' }

/** At the payment, with bags that stand in the draft as they were chosen. */
async function openWithBags(bags: readonly Bag[], answers: Answers) {
  remember({ type: 'bags chosen', offerId: 'off_1', bags: bags.map(keptBag), told: [] })
  return openAtPayment({ [OFFER]: sellingBags(), ...answers })
}

const refused = (field: string, code: string) =>
  problem(409, 'BAG_UNAVAILABLE', 'x', { errors: [{ field, code, message: 'x' }] })
const total = () => within(screen.getByRole('region', { name: 'Your trip' })).getByText('Total').nextElementSibling
const bagsLine = () => card(1).getByRole('button', { name: /^Bags/ })

test('bag04 a bag that is gone leads back to it, the others and the card stay, and it is paid without it', async () => {
  let offer = sellingBags()
  let answer: object = refused('bags[1]', 'taken')
  const page = await openWithBags([wayOut, wayBack], { [OFFER]: () => offer, [CARD]: () => answer as never })
  offer = sellingBags({ available_services: bagServices.filter(({ id }) => id !== 'ase_back') })
  await pay(page)

  await screen.findByRole('heading', { name: 'Who is traveling?' })
  expect(bagsLine()).toHaveAttribute('aria-expanded', 'true')
  const words = await screen.findByText(/^1 checked bag, 23 kg, return flight: The airline no longer sells this bag\./)
  expect(words).toHaveTextContent('Nothing was charged.')
  await waitFor(() => expect(words.parentElement).toHaveFocus())
  await waitFor(() => expect(total()).toHaveTextContent('$1,434'))
  expect(screen.queryByText(/^Some of your bags/)).toBeNull()

  answer = { success: true, paymentId: 'pay_1', status: 'authorised' }
  await press(page, 'Continue to seats')
  await screen.findByRole('heading', { name: 'Choose seats' })
  await press(page, 'Skip Seat Selection')
  await screen.findByRole('heading', { name: 'Pay by card' })
  expect(screen.getByLabelText('Card number')).toHaveValue('4242 4242 4242 4242')
  expect(screen.getByLabelText('Security code (CVV)')).toHaveValue('123')
  await press(page, 'Pay $1,434')

  await screen.findByRole('heading', { name: 'Booking confirmed!' })
  const sent = page.calls.filter(({ method, path }) => `${method} ${path}` === CARD)
  expect(sent.map(({ body }) => (body as { amount: string }).amount)).toEqual(['1509.00', '1434.00'])
  expect(new Set(sent.map(({ key }) => key)).size, 'another order, another key').toBe(2)
})

test('bag04 fewer pieces than before are said at the bag, which takes no more', async () => {
  let offer = sellingBags()
  const page = await openWithBags([wayOut], { [OFFER]: () => offer, [BOOK]: refused('bags[0]', 'too_many') })
  offer = sellingBags({ available_services: bagServices.map((service) => ({ ...service, maximum_quantity: 1 })) })
  await pay(page)

  const words = await screen.findByText(/^The airline no longer sells that many of this bag\./)
  const line = words.closest('li') as HTMLElement
  expect(line).toHaveTextContent('Checked bag, 23 kgOutbound flight')
  await waitFor(() => expect(line).toHaveTextContent('1 chosen'))
  expect(screen.getByRole('button', { name: `Add a checked bag, 23 kg, outbound flight, for Maya` })).toHaveAttribute(
    'aria-disabled',
    'true',
  )

  await page.user.click(screen.getByRole('button', { name: 'Remove a checked bag, 23 kg, outbound flight, for Maya' }))
  expect(screen.queryByText(/no longer sells that many/)).toBeNull()
  expect(total()).toHaveTextContent('$1,284')
})

test('bag04 of several refused bags one takes the focus, a reader hears each, and a press settles its own alone', async () => {
  const errors = ['bags[0]', 'bags[1]'].map((field) => ({ field, code: 'too_many', message: 'x' }))
  const page = await openWithBags([wayOut, { ...wayBack, quantity: 2 }], {
    [BOOK]: problem(409, 'BAG_UNAVAILABLE', 'x', { errors }),
  })
  await pay(page)
  const notices = () =>
    screen.getAllByRole('alert').filter(({ textContent }) => /that many of this bag/.test(textContent ?? ''))
  await screen.findByRole('heading', { name: 'Who is traveling?' })
  const [first, second] = notices()
  await waitFor(() => expect(first).toHaveFocus())
  expect(second).not.toHaveAttribute('tabindex')
  expect(second).not.toHaveAttribute('aria-live', 'off')

  const remove = screen.getByRole('button', { name: 'Remove a checked bag, 23 kg, outbound flight, for Maya' })
  await page.user.click(remove)
  expect(notices()).toEqual([second])
  expect(remove).toHaveFocus()
})

test('bag04 a refusal that names no bag is said once, above them all', async () => {
  const page = await openWithBags([wayOut, wayBack], { [BOOK]: problem(409, 'BAG_UNAVAILABLE', 'x') })
  await pay(page)
  await screen.findByRole('heading', { name: 'Who is traveling?' })

  const words = 'The airline no longer sells a bag you chose. Nothing was charged. Please choose again.'
  const notice = screen.getAllByRole('alert').filter(({ textContent }) => textContent === words)
  expect(notice).toHaveLength(1)
  await waitFor(() => expect(notice[0]).toHaveFocus())
  expect(screen.getByRole('region', { name: /^Passenger 1/ })).not.toContainElement(notice[0] as HTMLElement)
})

test('of the card the name alone is there after a step back that no bag has caused', async () => {
  const page = await openWithBags([wayOut], {})
  await typeCard(page)
  await press(page, 'Edit passengers and bags')
  await screen.findByRole('heading', { name: 'Who is traveling?' })

  expect(document.querySelector('#payment-form')).toBeNull()
})

const next = sellingBags({
  id: 'off_2',
  price: { amount: '1322' },
  passengers: [{ id: 'pas_9', type: 'adult', age: null }],
  available_services: bagServices
    .filter(({ id }) => id !== 'ase_back')
    .map((service) => ({
      ...service,
      id: `new_${service.id}`,
      passenger_ids: ['pas_9'],
      total_amount: service.id === 'ase_out' ? '80.00' : service.total_amount,
    })),
})
const replaced = {
  [VERIFY]: problem(410, 'OFFER_EXPIRED', 'Gone.', {
    valid: false,
    replacement: { offer_id: next.id, price: next.price },
  }),
  'GET /api/flights/offer/off_2': next,
  'GET /api/flights/seatmaps/off_2': [cabin(['15A|B'])],
  'GET /api/flights/verify-offer/off_2': { valid: true, message: '', expires_at: inHalfAnHour },
}

test('bag08 bags are carried over to the replacement, and what it does not sell or sells dearer is named before one pays', async () => {
  const page = await openWithBags([wayOut, wayBack], replaced)
  await pay(page)
  await page.user.click((await screen.findAllByRole('button', { name: /^Continue for/ }))[0] as HTMLElement)

  const news = (await screen.findByText('Some of your bags have changed.')).parentElement as HTMLElement
  expect(
    within(news)
      .getAllByRole('listitem')
      .map((line) => line.textContent),
  ).toEqual([
    '2 checked bags, 23 kg, outbound flight, for Maya: now $160 instead of $150.',
    '1 checked bag, 23 kg, return flight, for Maya: not available, so not part of this booking.',
  ])
  await waitFor(() =>
    expect(screen.getAllByRole('button', { name: 'Pay $1,482' })[0]).not.toHaveAttribute('aria-disabled'),
  )
  await press(page, 'Pay $1,482')

  await screen.findByRole('heading', { name: 'Booking confirmed!' })
  expect(page.calls.find(({ method, path }) => `${method} ${path}` === BOOK)?.body).toMatchObject({
    offerId: 'off_2',
    bags: [{ passengerId: 'pas_9', serviceId: 'new_ase_out', quantity: 2 }],
  })
})

test('bag08 what has changed of bags is told until the traveler goes on with those that are left', async () => {
  remember({ type: 'bags chosen', offerId: 'off_1', bags: [wayOut, wayBack].map(keptBag), told: [] })
  const available_services = bagServices.filter(({ id }) => id !== 'ase_back')
  const page = await openFilledIn({ [OFFER]: sellingBags({ available_services }) })
  const news = () => screen.queryByText(/return flight, for Maya: not available/)
  expect(news()).toBeVisible()
  await page.user.click(bagsLine())
  await page.user.click(screen.getByRole('button', { name: /^Remove a checked bag, 23 kg, outbound flight/ }))
  expect(news(), 'a press elsewhere takes it back').toBeVisible()

  await press(page, 'Continue to seats')
  await screen.findByRole('heading', { name: 'Choose seats' })
  expect(news()).toBeNull()
  expect(total()).toHaveTextContent('$1,359')
})

test('r017 bag08 who leaves the page and comes back finds the chosen bags', async () => {
  const page = open({ [OFFER]: sellingBags() })
  await screen.findByRole('heading', { name: 'Who is traveling?' })
  await page.user.click(bagsLine())
  await page.user.click(screen.getByRole('button', { name: /^Add a checked bag, 23 kg, whole trip/ }))
  page.unmount()
  open({ [OFFER]: sellingBags() })
  await screen.findByRole('heading', { name: 'Who is traveling?' })

  expect(bagsLine()).toHaveTextContent('added: 1 checked bag, whole trip ($140.50)')
  expect(total()).toHaveTextContent('$1,424.50')
})

test('bag08 a booking that its bags have failed gives them back, and other ones are chosen for the same flight', async () => {
  const failure = bookingFailure('BAG_UNAVAILABLE', { reason: 'bag_unavailable' })
  let offer = sellingBags()
  const page = await openWithBags([wayOut, wayBack], {
    [OFFER]: () => offer,
    [BOOK]: () => Response.json({ id: 'bk_1', status: 'pending' }, { status: 202 }),
    'GET /api/bookings/bk_1': booking({ status: 'failed', failure }),
  })
  await pay(page)
  await screen.findByRole('heading', { name: 'Booking Failed' })
  offer = sellingBags({ available_services: bagServices.filter(({ id }) => id !== 'ase_back') })
  expect(screen.getByText('The airline no longer sells a bag you chose. Please choose again.')).toBeVisible()
  expect(screen.getByText('Nothing was charged.')).toBeVisible()
  await page.user.click(screen.getByRole('button', { name: 'Choose bags again' }))

  await screen.findByRole('heading', { name: 'Who is traveling?' })
  expect(card(1).getByLabelText('First name')).toHaveValue('Maya')
  expect(bagsLine()).toHaveTextContent('added: 2 checked bags, outbound flight ($150)')
  const givenBack = screen.getByText('We’ve kept the bags from your last try.').parentElement as HTMLElement
  expect(within(givenBack).getByRole('listitem')).toHaveTextContent(/^2 checked bags, 23 kg, outbound flight, for /)
  expect(screen.getByText(/^1 checked bag, 23 kg, return flight, for Maya: not available/)).toBeVisible()
})

import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { bagServices, sellingBags } from '@/testing/bag-offers'
import { BOOK, CARD, card, enter, goBy, OFFER, open, openAtSeats, pay, press } from '@/testing/booking-walk'
import { bagService } from '@/testing/offers'

type Page = ReturnType<typeof open>

afterEach(() => void vi.useRealTimers())

const bagsLine = (number = 1) => card(number).getByRole('button', { name: /^Bags/ })
const summary = () => within(screen.getByRole('region', { name: 'Your trip' }))
const summaryLines = () =>
  summary()
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent])

async function openBags(page: Page, number = 1) {
  await screen.findByRole('heading', { name: 'Who is traveling?' })
  await page.user.click(bagsLine(number))
}
const openSelling = async (part = {}) => {
  const page = open({ [OFFER]: sellingBags(part) })
  await openBags(page)
  return page
}

const OUT = 'checked bag, 23 kg, outbound flight'
const add = (bag: string, name = 'passenger 1') => screen.getByRole('button', { name: `Add a ${bag}, for ${name}` })
const remove = (bag: string) => screen.getByRole('button', { name: `Remove a ${bag}, for passenger 1` })

test('bag03 a card ends with one line of what is included, which a press opens to all that is sold', async () => {
  const page = open({ [OFFER]: sellingBags() })
  await screen.findByRole('heading', { name: 'Who is traveling?' })
  expect(bagsLine()).toHaveTextContent('Bags 1 checked bag included · add more')
  expect(bagsLine()).toHaveAttribute('aria-expanded', 'false')
  expect(screen.queryByRole('button', { name: /^Add a / })).toBeNull()

  await page.user.click(bagsLine())

  expect(bagsLine()).toHaveAttribute('aria-expanded', 'true')
  const bags = within(card(1).getByRole('group', { name: 'Passenger 1' })).getAllByRole('listitem')
  expect(bags.map((bag) => bag.firstElementChild?.textContent)).toEqual([
    'Checked bag, 23 kgOutbound flight · $75 each',
    'Checked bag, 32 kgOutbound flight · $110 each',
    'Checked bag, 23 kgReturn flight · $75 each',
    'Checked bag, 23 kgWhole trip · $140.50 each',
    'Cabin bagOutbound flight · $30 each',
  ])
  for (const bag of bags) expect(bag).toHaveTextContent('None chosen')
})

test('bag03 the buttons say which bag for whom, by name as soon as one is typed', async () => {
  const page = await openSelling()
  expect(add(OUT)).toBeVisible()

  await enter(page, card(1).getByLabelText('First name'), 'Ada')

  expect(add(OUT, 'Ada')).toBeVisible()
  expect(card(1).getByRole('group', { name: 'Ada' })).toBeVisible()
})

test('bag05 each press is in the total at once, and each bag in the summary is a line of its own', async () => {
  const page = await openSelling()
  await page.user.click(add(OUT))
  await page.user.click(add(OUT))
  await page.user.click(add('cabin bag, outbound flight'))

  expect(summaryLines().slice(2)).toEqual([
    ['2 checked bags, 23 kg, outbound flight, passenger 1', '$150'],
    ['1 cabin bag, outbound flight, passenger 1', '$30'],
    ['Total', '$1,464'],
  ])
  expect(bagsLine()).toHaveTextContent(
    'Fare includes: 1 checked bag · added: 2 checked bags, outbound flight; 1 cabin bag, outbound flight ($180)',
  )

  await page.user.click(remove(OUT))
  expect(summaryLines().at(-1)).toEqual(['Total', '$1,389'])
})

test('bag04 a chosen bag shuts the others of its kind on its flights, and each says why', async () => {
  const page = await openSelling()
  await page.user.click(add(OUT))

  const reason =
    'You’ve chosen a checked bag, 23 kg, outbound flight. Add another piece of that one, or remove it to choose this one.'
  for (const shut of ['checked bag, 32 kg, outbound flight', 'checked bag, 23 kg, whole trip']) {
    expect(add(shut)).toHaveAttribute('aria-disabled', 'true')
    expect(add(shut)).toHaveAccessibleDescription(reason)
    await page.user.click(add(shut))
  }
  expect(summaryLines().at(-1)).toEqual(['Total', '$1,359'])
  for (const free of [OUT, 'checked bag, 23 kg, return flight', 'cabin bag, outbound flight']) {
    expect(add(free)).not.toHaveAttribute('aria-disabled')
  }

  await page.user.click(remove(OUT))
  expect(add('checked bag, 23 kg, whole trip')).not.toHaveAttribute('aria-disabled')
})

test('bag04 a shut bag says so to the eye in a few words', async () => {
  const page = await openSelling()

  await page.user.click(add(OUT))

  const said = screen.getAllByText('Remove the other bag to add this one.')
  expect(said).toHaveLength(2)
  for (const words of said) expect(words).toHaveAttribute('aria-hidden', 'true')
})

test('bag04 a pressed bag stays under the finger though those above it say that it shuts them', async () => {
  const page = await openSelling()
  const scrolled = vi.spyOn(window, 'scrollBy').mockImplementation(() => undefined)
  const heavy = add('checked bag, 32 kg, outbound flight')
  const isLower = () => add(OUT).hasAttribute('aria-describedby')
  vi.spyOn(heavy.parentElement as HTMLElement, 'getBoundingClientRect').mockImplementation(
    () => ({ top: isLower() ? 140 : 100 }) as DOMRect,
  )

  await page.user.click(heavy)

  expect(scrolled).toHaveBeenCalledExactlyOnceWith({ top: 40, behavior: 'instant' })
})

test('bag03 there are no more pieces than the airline sells, and none to give back where none is taken', async () => {
  const page = await openSelling()
  expect(remove(OUT)).toHaveAttribute('aria-disabled', 'true')
  await page.user.click(add(OUT))
  await page.user.click(add(OUT))

  expect(add(OUT)).toHaveAttribute('aria-disabled', 'true')
  expect(add(OUT)).toHaveAccessibleDescription('The airline sells 2 at most.')
  expect(remove(OUT)).not.toHaveAttribute('aria-disabled')
})

test('bag04 a bag that is shut by one with no more pieces says to remove that one', async () => {
  const page = await openSelling()
  await page.user.click(add(OUT))
  await page.user.click(add(OUT))

  expect(add('checked bag, 32 kg, outbound flight')).toHaveAccessibleDescription(
    'You’ve chosen a checked bag, 23 kg, outbound flight. Remove it to choose this one.',
  )
})

test('a reader hears the new count and the new total once, when presses have rested', async () => {
  await openSelling()
  vi.useFakeTimers()
  const news = () => screen.queryAllByText(/Total \$[\d,]+\.$/).map(({ textContent }) => textContent)
  fireEvent.click(add(OUT))
  await act(() => vi.advanceTimersByTimeAsync(400))
  fireEvent.click(add(OUT))
  await act(() => vi.advanceTimersByTimeAsync(400))
  expect(news()).toEqual([])

  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(news()).toEqual(['2 checked bags, 23 kg, outbound flight, for passenger 1. Total $1,434.'])
  expect(screen.getByText(/Total \$1,434\.$/)).toHaveAttribute('role', 'status')
})

test('bag09 an airline that sells none says whom to ask, and nothing can be opened', async () => {
  open({ [OFFER]: sellingBags({ available_services: [] }) })
  await screen.findByRole('heading', { name: 'Who is traveling?' })

  expect(card(1).getByText('1 checked bag included')).toBeVisible()
  expect(card(1).getByText('This airline sells no extra bags here. Ask us or the airline after booking.')).toBeVisible()
  expect(card(1).queryByRole('button', { name: /^Bags/ })).toBeNull()
})

test('bag03 bag09 each traveler is offered what names them, an infant on a lap too, and nobody what names others', async () => {
  const infants = bagService({ id: 'ase_lap', passenger_ids: ['pas_3'], segment_ids: ['seg_1', 'seg_2'] })
  const page = open({
    [OFFER]: sellingBags({
      available_services: [...bagServices, infants],
      passengers: [
        { id: 'pas_1', type: 'adult', age: null },
        { id: 'pas_2', type: 'child', age: null },
        { id: 'pas_3', type: 'infant_without_seat', age: null },
      ],
    }),
  })
  await openBags(page, 3)

  expect(bagsLine(3)).toHaveTextContent('For an infant on a lap, ask the airline · add a bag')
  expect(card(3).getAllByRole('button', { name: /^Add a / })).toHaveLength(1)
  expect(
    card(2).getByText('This airline sells no extra bags for this passenger. Ask us or the airline after booking.'),
  ).toBeVisible()
})

test('bag05 card and booking name the chosen bags and their sum, as the button does', async () => {
  const page = await openAtSeats({ [OFFER]: sellingBags() })
  await goBy('passengers')
  await openBags(page)
  await page.user.click(add(OUT, 'Maya'))
  await page.user.click(add('checked bag, 23 kg, return flight', 'Maya'))
  await page.user.click(add('checked bag, 23 kg, return flight', 'Maya'))
  await press(page, 'Continue to seats')
  await screen.findByRole('heading', { name: 'Choose seats' })
  await press(page, 'Skip Seat Selection')
  await screen.findByRole('heading', { name: 'Pay by card' })
  expect(screen.getAllByRole('button', { name: 'Pay $1,509' })[0]).toBeVisible()
  const traveler = screen.getByText('Maya Okafor').parentElement
  expect(traveler).toHaveTextContent('1 checked bag, 23 kg, outbound flight')
  expect(traveler).toHaveTextContent('2 checked bags, 23 kg, return flight')
  await pay(page)

  await screen.findByRole('heading', { name: 'Booking confirmed!' })
  const bodyOf = (call: string) => page.calls.find(({ method, path }) => `${method} ${path}` === call)?.body
  const bags = [
    { passengerId: 'pas_1', serviceId: 'ase_out', quantity: 1 },
    { passengerId: 'pas_1', serviceId: 'ase_back', quantity: 2 },
  ]
  expect(bodyOf(CARD)).toMatchObject({ amount: '1509.00', bags })
  expect(bodyOf(BOOK)).toMatchObject({ paymentDetails: { amount: '1509.00' }, bags })
  expect(screen.getByRole('list', { name: 'Extra bags' })).toHaveTextContent(
    'Maya Okafor: 1 checked bag, 23 kg, outbound flight, $75Maya Okafor: 2 checked bags, 23 kg, return flight, $150',
  )
})

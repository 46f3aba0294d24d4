import { screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import type { Fare, Offer } from '@/lib/api/types'
import { standAt } from '@/testing/address'
import { sellingBags } from '@/testing/bag-offers'
import { card, inHalfAnHour, OFFER, open } from '@/testing/booking-walk'
import { bagService, fare } from '@/testing/offers'

// However long a busy machine reads it: the form waits for three seconds.
beforeAll(async () => void (await import('./wanted-bags')))

/** The offer of a fare without a bag, for a search for prices with one. */
const bare = (): Offer => {
  const selling = sellingBags()
  const slices = selling.slices.map((way) => ({
    ...way,
    segments: way.segments.map((one) => ({ ...one, baggages: [{ type: 'checked', quantity: 0 }] })),
  }))
  return { ...selling, slices }
}

const FARES = 'GET /api/flights/offer/off_1/fares'

async function openFor(address: string, offer = bare(), fares: readonly Fare[] = []) {
  standAt(address)
  const page = open({ [OFFER]: offer, [FARES]: [...fares] })
  await screen.findByRole('heading', { name: 'Who is traveling?' })
  return page
}
const WITH_BAG = '/booking?offer=off_1&adults=1&from_bag=1'
const add = () => screen.queryByRole('button', { name: 'Add a checked bag ($140.50)' })
const remove = () => screen.queryByRole('button', { name: 'Remove the checked bag' })
const total = () =>
  within(screen.getByRole('region', { name: 'Your trip' }))
    .getAllByRole('definition')
    .at(-1)?.textContent

test('bag07 who looked for prices with a bag is offered one for all, and nothing is added before they press', async () => {
  await openFor(WITH_BAG)

  expect(screen.getByText('You looked for prices with a checked bag. This fare doesn’t include one.')).toBeVisible()
  expect(add()).toBeVisible()
  const others = screen.getByRole('link', { name: 'Other fares of these flights may include one' })
  expect(others).toHaveAttribute('href', '/flight/off_1?from_bag=1')
  expect(total()).toBe('$1,284')
})

test('bag05 bag07 one press adds it to the total and to its card, and another removes it', async () => {
  const { user } = await openFor(WITH_BAG)

  await user.click(add() as HTMLElement)

  expect(total()).toBe('$1,424.50')
  expect(screen.getByText('Your total includes a checked bag ($140.50).')).toBeVisible()
  expect(screen.getByText('Checked bag added. Total $1,424.50.')).toHaveRole('status')
  expect(card(1).getByRole('button', { name: /^Bags/ })).toHaveTextContent('added: 1 checked bag, whole trip')
  expect(remove()).toHaveFocus()

  await user.click(remove() as HTMLElement)

  expect(total()).toBe('$1,284')
  expect(screen.getByText('Checked bag removed. Total $1,284.')).toHaveRole('status')
  expect(add()).toHaveFocus()
})

test('bag07 a fare that is known to include the bag for less is named with both sums, and nothing is asked for it', async () => {
  const classic = fare('off_classic', '1400', { fare_brand_name: 'Economy Classic', expires_at: inHalfAnHour })
  const { user, calls } = await openFor(WITH_BAG, bare(), [classic])
  const asked = () => calls.filter(({ path }) => path.endsWith('/fares')).length
  expect(add()).toBeVisible()
  expect(asked()).toBe(0)
  // The fares are read for the bags of the card.
  await user.click(add() as HTMLElement)
  await screen.findByText(/ compared with \$1,424\.50 for this fare with the same bags\./, { selector: 'p' })

  await user.click(remove() as HTMLElement)

  const named = await screen.findByText(/^Economy Classic includes/, { selector: 'p' })
  expect(named).toHaveTextContent(
    'Economy Classic includes a checked bag: $1,400 in total, compared with $1,424.50 for this fare with the same bags. See that fare',
  )
  expect(screen.getByRole('link', { name: 'See that fare' })).toHaveAttribute('href', '/flight/off_classic?from_bag=1')
  expect(screen.queryByRole('link', { name: 'Other fares of these flights may include one' })).toBeNull()
  expect(asked()).toBe(1)
})

test('bag07 a party is offered a bag for each seat, and none for an infant on a lap', async () => {
  const passengers = ['adult', 'adult', 'infant_without_seat'].map((type, at) => ({
    id: `pas_${at + 1}`,
    type,
    age: null,
  }))
  const services = ['pas_1', 'pas_2'].map((id) =>
    bagService({ id: `ase_${id}`, passenger_ids: [id], segment_ids: ['seg_1', 'seg_2', 'seg_3'] }),
  )
  const offer = { ...bare(), passengers, available_services: services }
  const { user } = await openFor('/booking?offer=off_1&adults=2&infants=1&from_bag=1', offer)

  await user.click(screen.getByRole('button', { name: 'Add a checked bag each ($150)' }))

  expect(screen.getByText('Your total includes a checked bag each ($150).')).toBeVisible()
  expect(screen.getByText(/^Added a checked bag each\. Total /)).toHaveRole('status')
})

test('bag07 who chose another checked bag is offered none beside it', async () => {
  const { user } = await openFor(WITH_BAG)
  await user.click(card(1).getByRole('button', { name: /^Bags/ }))

  await user.click(screen.getByRole('button', { name: 'Add a checked bag, 32 kg, outbound flight, for passenger 1' }))

  expect(add()).toBeNull()
  expect(remove()).toBeNull()
})

test.each([
  ['did not look for prices with a bag', '/booking?offer=off_1&adults=1', bare()],
  ['books a fare that includes one', WITH_BAG, sellingBags()],
])('bag07 who %s is offered none', async (_, address, offer) => {
  await openFor(address, offer)

  expect(screen.queryByText(/^You looked for prices/)).toBeNull()
})

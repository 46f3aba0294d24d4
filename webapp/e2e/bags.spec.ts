import type { Page } from '@playwright/test'
import { answer, type Offer, post } from './support/api'
import {
  ada,
  daniel,
  expectConfirmed,
  fillCard,
  fillPassengers,
  freshDay,
  maya,
  payButton,
  skipSeats,
} from './support/booking'
import { mailed } from './support/sandbox'
import { after } from './support/search'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test'

/** The narrowest phone. */
const NARROW = { width: 360, height: 740 }

interface Service {
  bag_kind: string | null
  maximum_weight_kg: number | null
  maximum_quantity: number
  total_amount: string
  passenger_ids: string[]
  segment_ids: string[]
}
interface Sold extends Offer {
  slices: { segments: { id: string }[] }[]
  available_services: Service[]
}

/** The checked bag of 23 kg that is sold to the last passenger for all flights of one direction. */
function bagOf({ slices, available_services, passengers }: Sold, direction: number) {
  const ids = slices[direction]?.segments.map(({ id }) => id) ?? []
  const isWhole = ({ segment_ids }: Service) =>
    segment_ids.length === ids.length && ids.every((id) => segment_ids.includes(id))
  const holder = passengers.at(-1)?.id ?? ''
  return available_services.find(
    (service) =>
      service.bag_kind === 'checked' &&
      service.maximum_weight_kg === 23 &&
      service.maximum_quantity > 1 &&
      service.passenger_ids.includes(holder) &&
      isWhole(service),
  )
}

/** Begins to book a flight there and back for two adults and a child, whose airline sells two bags each way. */
async function beginWithBags(page: Page) {
  const departureDate = freshDay()
  const way = { origin: 'JFK', destination: 'LHR', departureDate, returnDate: after(departureDate, 7) }
  const search = { ...way, adultsCount: 2, childrenCount: 1, sort: 'price-asc' }
  const { offers } = await answer<{ offers: Offer[] }>(await post(page, '/api/flights/search', search))
  for (const { id } of offers.slice(0, 20)) {
    const offer = await answer<Sold>(await page.request.get(`/api/flights/offer/${id}`))
    const [out, back] = [bagOf(offer, 0), bagOf(offer, 1)]
    if (!out || !back) continue
    const party = { adults: '2', children: '1', infants: '0' }
    const carried = Object.entries({ ...way, cabinClass: 'economy', ...party }).map(([name, value]) => [
      `from_${name}`,
      value,
    ])
    await page.goto(`/booking?${new URLSearchParams({ offer: id, ...party })}&${new URLSearchParams(carried)}`)
    await expect(page.getByRole('heading', { name: 'Who is traveling?' })).toBeVisible()
    return { offer, out, back }
  }
  throw new Error('No airline sells two bags each way')
}

const minor = (amount: string) => Math.round(Number(amount) * 100)
const inDollars = (sum: number) => {
  const cents = sum % 100 ? `.${String(sum % 100).padStart(2, '0')}` : ''
  return `$${Math.floor(sum / 100).toLocaleString('en-US')}${cents}`
}
const exactly = (text: string) => new RegExp(`${text.replace(/[$.]/g, '\\$&')}(?![\\d.]*\\d)`)

test('bag03 bag05 two adults and a child take one bag out and two back: page, card and mail have one total', async ({
  page,
}) => {
  const { offer, out, back } = await beginWithBags(page)
  const email = await fillPassengers(page, [maya, daniel, ada])
  const card = (number: number) => page.getByRole('region', { name: new RegExp(`^Passenger ${number}`) })
  const add = (number: number, way: string) =>
    card(number).getByRole('button', { name: new RegExp(`^Add a checked bag, 23 kg, ${way} flight, for `) })
  await card(2).getByRole('button', { name: /^Bags/ }).click()
  await add(2, 'outbound').click()
  await card(3).getByRole('button', { name: /^Bags/ }).click()
  await add(3, 'return').click()
  await add(3, 'return').click()

  const bags = { out: minor(out.total_amount), back: 2 * minor(back.total_amount) }
  const total = minor(offer.price.amount) + bags.out + bags.back
  const summary = page.getByRole('region', { name: 'Your trip' })
  await expect(summary.locator('.total dd')).toHaveText(inDollars(total))
  await expect(card(3).getByRole('status').filter({ hasText: '2 checked bags' })).toContainText(inDollars(total))
  await expectAccessible(page)
  const own = page.viewportSize()
  await page.setViewportSize(NARROW)
  await expectNoSidewaysScroll(page)
  if (own) await page.setViewportSize(own)

  await skipSeats(page)
  await expect(summary).toContainText('1 checked bag, 23 kg, outbound flight, Daniel')
  await expect(summary).toContainText('2 checked bags, 23 kg, return flight, Ada')
  await fillCard(page)
  await expect(payButton(page)).toHaveText(`Pay ${inDollars(total)}`)
  const sending = page.waitForRequest('**/api/payments/process-card')
  await payButton(page).click()
  const sent = (await sending).postDataJSON() as { amount: string; bags: { quantity: number }[] }
  expect(minor(sent.amount)).toBe(total)
  expect(sent.bags.map(({ quantity }) => quantity)).toEqual([1, 2])

  await expectConfirmed(page)
  const ticket = page.getByLabel('Your ticket')
  await expect(ticket.locator('.sum')).toHaveText(inDollars(total))
  const lines = [
    `Daniel Okafor: 1 checked bag, 23 kg, outbound flight, ${inDollars(bags.out)}`,
    `Ada Okafor: 2 checked bags, 23 kg, return flight, ${inDollars(bags.back)}`,
  ]
  await expect(ticket.getByRole('list', { name: 'Extra bags' }).getByRole('listitem')).toHaveText(lines)
  await expectAccessible(page)
  for (const told of [
    inDollars(total),
    '1 checked bag, 23 kg, outbound flight',
    '2 checked bags, 23 kg, return flight',
  ])
    await mailed(email, exactly(told))

  await page.getByRole('link', { name: 'View My Trips' }).click()
  await page
    .getByRole('article', { name: /New York to London/ })
    .getByRole('button', { name: /View Details/ })
    .click()
  const details = page.getByRole('dialog', { name: 'Booking Details' })
  await expect(details.getByRole('list', { name: 'Extra bags' }).getByRole('listitem')).toHaveText(lines)
  await expect(details).toContainText(inDollars(total))
})

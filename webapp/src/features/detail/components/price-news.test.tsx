import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { noteChosenAt } from '@/lib/shown-prices'
import { standAt } from '@/testing/address'
import { fare, offer } from '@/testing/offers'
import { setup } from '@/testing/render'
import { problem, serve } from '@/testing/server'
import { FlightPage } from './flight-page'

vi.mock('next/navigation', async () => (await import('@/testing/address')).navigation())

const OFFER = 'GET /api/flights/offer/off_1'
const expires_at = new Date(Date.now() + 30 * 60_000).toISOString()
const at = (amount: string, id = 'off_1') => offer({ id, expires_at, price: { amount } })

const summary = async () => within(await screen.findByRole('region', { name: 'Price summary' }))

beforeEach(() => standAt('/flight/off_1'))

describe('r039 no price changes in silence', () => {
  test.each([
    ['87', '99', 'The airline raised this fare from $87 to $99 while you were looking.'],
    ['99', '87', 'The airline lowered this fare from $99 to $87 while you were looking.'],
  ])('chosen at %s and now at %s, the page says so beside the price', async (before, now, words) => {
    noteChosenAt('off_1', at(before).price)
    serve({ [OFFER]: at(now) })
    setup(<FlightPage />)

    expect((await summary()).getByText(words).closest('[role=status]')).toBeInTheDocument()
    expect(screen.getByText(/^Total for 1 passenger/)).toHaveTextContent(`Total for 1 passenger, was $${before}`)
  })

  test('at the price of its card it says nothing', async () => {
    noteChosenAt('off_1', at('87').price)
    serve({ [OFFER]: at('87') })
    setup(<FlightPage />)

    await summary()
    expect(screen.queryByText(/while you were looking/)).toBeNull()
  })

  test('another fare is compared with the price on its shelf, and the shelf shows the newer one', async () => {
    serve({
      [OFFER]: at('99'),
      'GET /api/flights/offer/off_2': at('140', 'off_2'),
      'GET /api/flights/offer/off_1/fares': [fare('off_1', '99'), fare('off_2', '120', { fare_brand_name: 'Flex' })],
    })
    const { user } = setup(<FlightPage />)

    await user.click(await screen.findByRole('radio', { name: /Flex \$120/ }))

    expect(await (await summary()).findByText(/raised this fare from \$120 to \$140/)).toBeInTheDocument()
    expect(screen.getByRole('radio', { name: /Flex \$140/ })).toBeChecked()
  })

  test('what replaces a gone offer is compared with the price of its card', async () => {
    noteChosenAt('off_1', at('87').price)
    const replacement = { offer_id: 'off_2', price: at('99').price }
    serve({ [OFFER]: problem(410, 'OFFER_EXPIRED', 'Gone', { replacement }) })
    setup(<FlightPage />)

    expect(await screen.findByRole('alert')).toHaveTextContent('still available for $99, $12 more than before.')
  })
})

import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { bagPrice } from '@/testing/bag-prices'
import { offer, segment, slice } from '@/testing/offers'
import { setup } from '@/testing/render'
import { answered, asking, want } from '../lib/bag-asking'
import { type Bags, noBags, place } from '../lib/bag-prices'
import { BagPricer } from './bag-pricer'

const by = (flight_number: string) => [slice({ segments: [segment({ flight_number, baggages: [] })] })]
const list = [offer({ id: 'off_0', slices: by('1') }), offer({ id: 'off_1', slices: by('2') })]
const lists = { listed: list, comparable: list, shown: list }
const ask = (bags: Bags, id: string) => asking(want(bags, [id], list), [id])
const answer = (bags: Bags, id: string) => answered(bags, [id], [bagPrice(id, '638.00', '150.00', '788.00')])

const asked = ask(noBags, 'off_0')
const sorted = place(answer(asked, 'off_0'))
const askedMore = ask(sorted, 'off_1')

test.each([
  ['before anything is asked', noBags, ''],
  ['when asking begins', asked, 'Checking bag prices'],
  ['when the list is sorted', sorted, 'Sorted by price with a bag, known for 1 of 2 flights; the others come last'],
  ['while more is asked', askedMore, ''],
  ['when more is known', answer(askedMore, 'off_1'), 'Price with a bag known for 2 of 2 flights'],
])('bag07 screen readers hear %s', (_when, bags, words) => {
  const prices = { bags, setBags: vi.fn(), isSorting: true }
  const reading = { list: { current: null }, isRead: () => false }

  setup(<BagPricer prices={prices} reading={reading} {...lists} isPart={false} />)

  expect(screen.getByRole('status').textContent).toBe(words)
})

test('bag07 screen readers hear that only the flights loaded are sorted', () => {
  const prices = { bags: sorted, setBags: vi.fn(), isSorting: true }
  const reading = { list: { current: null }, isRead: () => false }

  setup(<BagPricer prices={prices} reading={reading} {...lists} isPart />)

  expect(screen.getByRole('status').textContent).toBe(
    'Sorted by price with a bag among the flights loaded, known for 1 of 2 flights; the others come last',
  )
})

test('bag07 a price counts where it is known of a fare that is compared, and not of one that filters leave out', () => {
  const fares = ['basic', 'flex'].map((id) => offer({ id, slices: by('1') }))
  const [basic] = fares.slice(0, 1)
  const bags = place(answered(asking(want(noBags, ['basic'], fares), ['basic']), ['basic'], []))
  const known = answer(bags, 'flex')
  const prices = { bags: known, setBags: vi.fn(), isSorting: false }
  const reading = { list: { current: null }, isRead: () => false }
  const shown = basic ? [basic] : []

  setup(<BagPricer prices={prices} reading={reading} listed={fares} comparable={shown} shown={shown} isPart={false} />)

  expect(screen.getByRole('status').textContent).toBe('Price with a bag known for 0 of 1 flight')
})

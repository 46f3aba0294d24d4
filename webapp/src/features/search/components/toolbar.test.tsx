import { screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'
import { offer } from '@/testing/offers'
import { setup } from '@/testing/render'
import { Toolbar } from './toolbar'

const priced = (amount: string) => offer({ id: `off_${amount}`, price: { ...offer().price, amount } })

const toolbar = (part: Partial<ComponentProps<typeof Toolbar>>) => (
  <Toolbar
    offers={[]}
    matching={[]}
    isComplete
    sort="price-asc"
    hour={null}
    onSort={() => undefined}
    withBag={false}
    onBag={() => undefined}
    isSortedWithBag={false}
    isMoreKnown={false}
    part={null}
    withDates={false}
    onDates={() => undefined}
    isOpen={false}
    activeGroups={0}
    onToggle={() => undefined}
    onClear={() => undefined}
    {...part}
  />
)

test('each order begins with the price of a flight that the filters let pass', () => {
  const offers = [priced('305'), priced('452')]
  setup(toolbar({ offers, matching: offers.slice(1), activeGroups: 1 }))

  expect(screen.getByRole('radio', { name: /^Lowest price/ })).toHaveAccessibleName('Lowest price $452')
})

test('see05 the order by CO2 names whose figures they are, and leads to what they count', () => {
  setup(toolbar({ sort: 'emissions-asc' }))

  expect(screen.getByText(/as the airlines state it/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'About these figures' })).toHaveAttribute('href', '/emissions')
})

test('see07 see10 the order "best" says what an hour counts here, and leads to how lists are sorted', () => {
  setup(toolbar({ sort: 'best', hour: { amount: '36.00', currency: 'USD' } }))

  expect(screen.getByText(/^Price plus \$36 per extra hour or stop/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'How we sort' })).toHaveAttribute('href', '/how-we-sort')
})

test('bag07 prices with a bag are off until they are asked for, and name no lowest price of a fare then', async () => {
  const onBag = vi.fn()
  const offers = [priced('305')]
  const { user, unmount } = setup(toolbar({ offers, matching: offers, onBag }))
  const button = () => screen.getByRole('button', { name: 'Price with a checked bag' })
  expect(button()).toHaveAttribute('aria-pressed', 'false')

  await user.click(button())
  expect(onBag).toHaveBeenCalledTimes(1)
  unmount()
  setup(toolbar({ offers, matching: offers, withBag: true }))

  expect(button()).toHaveAttribute('aria-pressed', 'true')
  expect(screen.getByRole('radio', { name: /^Lowest price/ })).toHaveAccessibleName('Lowest price')
})

test.each([
  [false, /^Sorted by fare\. Bag prices aren’t included/],
  [true, /^Sorted by price with a checked bag\. Unknown bag prices come last\.$/],
])('bag07 the orders by price say whether bags count in them (%s)', (isSortedWithBag, words) => {
  setup(toolbar({ withBag: true, isSortedWithBag }))

  expect(screen.getByText(words)).toBeVisible()
})

test('bag07 where more bag prices are known than the list is sorted by, no word says that it is sorted by all', () => {
  setup(toolbar({ withBag: true, isSortedWithBag: true, isMoreKnown: true }))

  expect(screen.getByText('Sorted by earlier bag prices. Newer ones aren’t included yet.')).toBeVisible()
  expect(screen.queryByText(/^Sorted by price with/)).toBeNull()
})

test('bag07 an order of the flights loaded says how many those are', () => {
  setup(toolbar({ withBag: true, isSortedWithBag: true, part: 30 }))

  const words = 'Sorted by price with a bag among the 30 flights loaded. Unknown bag prices come last.'
  expect(screen.getByText(words)).toBeVisible()
})

test.each([
  ['duration-asc', /^Bag prices don’t change this order\.$/],
  ['emissions-asc', /come last\. Bag prices don’t change this order\./],
  ['best', /change of airport\. Best counts fares without added bags\./],
] as const)('bag07 the order %s says that bags don’t count in it, and only where they are priced', (sort, words) => {
  const hour = { amount: '36.00', currency: 'USD' }
  const { unmount } = setup(toolbar({ withBag: true, sort, hour }))
  expect(screen.getByText(words)).toBeVisible()
  unmount()

  setup(toolbar({ sort, hour }))
  expect(screen.queryByText(/[Bb]ag prices|added bags/)).toBeNull()
})

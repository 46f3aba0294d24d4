import { screen, within } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { expect, test } from 'vitest'
import type { OtherFare } from '@/lib/bag-sums'
import { bagPrice, noBagPrice } from '@/testing/bag-prices'
import { carrier, offer, place, segment, slice, sliceWithStop } from '@/testing/offers'
import { setup } from '@/testing/render'
import { OpenReasons } from './card-tools'
import { OfferCard } from './offer-card'

const show = (one: ReturnType<typeof offer>) => setup(<OfferCard offer={one} href="/flight/off_1" />)
const bagsOf = (cabin: number, checked: number) => [
  { type: 'carry_on', quantity: cabin },
  { type: 'checked', quantity: checked },
]

test('s068 a card says when, how long and where one waits', () => {
  show(offer({ slices: [slice(), sliceWithStop()] }))

  const card = screen.getByRole('article', { name: 'British Airways, 19:30, $1,284' })
  for (const text of ['19:30', '07:25', '+1', 'JFK Fri, Mar 5', 'Nonstop', '6h 55m', '1 stop DUB 1h 55m']) {
    expect(card).toHaveTextContent(text)
  }
  expect(card).toHaveTextContent('total for 1 traveler')
})

test('s069 a card leads to its flight, and says when it is refundable', () => {
  const { conditions } = offer()
  show(offer({ conditions: { ...conditions, refundable: true } }))

  expect(screen.getByRole('link', { name: /^View Details/ })).toHaveAttribute('href', '/flight/off_1')
  expect(screen.getByText('Refundable')).toBeInTheDocument()
})

test('r042 see01 a card says what its flights emit for each traveler, or that the airline does not', () => {
  show(offer({ emissions_kg_per_traveller: 1474 }))
  show(offer())

  const [stated, silent] = screen.getAllByRole('article')
  expect(stated).toHaveTextContent('1,474 kg CO2 each')
  expect(silent).toHaveTextContent('CO2 not stated')
})

test('see02 see03 what is typical joins the card’s own figure once it is known', () => {
  const one = offer({ emissions_kg_per_traveller: 820 })
  const { unmount } = show(one)
  expect(screen.getByRole('article')).not.toHaveTextContent('typical')
  unmount()

  setup(<OfferCard offer={one} href="/flight/off_1" typical={1000} />)

  expect(screen.getByText('18% less than typical')).toBeVisible()
})

test('see03 the words of what is typical have their room before they come', () => {
  show(offer({ emissions_kg_per_traveller: 820 }))

  const room = document.querySelector('.typical')
  expect(room).toBeInTheDocument()
  expect(room).toBeEmptyDOMElement()
})

test('see09 a card names all that it is first in', () => {
  setup(<OfferCard offer={offer()} href="/flight/off_1" titles={['Cheapest', 'Best']} />)

  const titles = within(screen.getByRole('list', { name: 'How it compares' })).getAllByRole('listitem')
  expect(titles.map((title) => title.textContent)).toEqual(['Cheapest', 'Best'])
})

test('see10 a card in the order "best" explains itself when it is asked', async () => {
  const against_cheapest = { more_amount: '38.00', more_minutes: -250, more_connections: -1 }
  const hour = { amount: '36.00', currency: 'USD' }
  const { user } = setup(
    <OfferCard offer={offer({ against_cheapest })} href="/flight/off_1" hour={hour} onCompare={() => undefined} />,
  )
  const why = screen.getByRole('button', { name: 'Why here? British Airways, 19:30, $1,284' })
  expect(why).toHaveAttribute('aria-expanded', 'false')

  await user.click(why)

  const words = await screen.findByText(/^\$38 more than the cheapest, 4h 10m shorter, one stop fewer\./)
  expect(words).toHaveTextContent('an hour counts $36 here')
  expect(screen.getByRole('link', { name: 'How we sort' })).toHaveAttribute('href', '/how-we-sort')
  await user.click(why)
  expect(words).not.toBeInTheDocument()
})

test('see10 reasons that were opened stay open where the list is drawn anew', async () => {
  const open = new Set<string>()
  const listOf = (turn: number) => (
    <OpenReasons value={open}>
      <OfferCard
        key={turn}
        offer={offer({ against_cheapest: { more_amount: '38.00', more_minutes: 0, more_connections: 0 } })}
        href="/flight/off_1"
        hour={{ amount: '36.00', currency: 'USD' }}
        onCompare={() => undefined}
      />
    </OpenReasons>
  )
  const { user, rerender } = setup(listOf(0))
  const why = () => screen.getByRole('button', { name: /^Why here/ })
  await user.click(why())

  rerender(listOf(1))
  expect(why()).toHaveAttribute('aria-expanded', 'true')

  await user.click(why())
  rerender(listOf(2))
  expect(why()).toHaveAttribute('aria-expanded', 'false')
})

test('see10 a card in another order has nothing to explain', () => {
  setup(<OfferCard offer={offer()} href="/flight/off_1" onCompare={() => undefined} />)

  expect(screen.queryByRole('button', { name: /^Why here/ })).toBeNull()
})

test('s070 an offer that does not fly shows nothing', () => {
  show(offer({ slices: [] }))
  show(offer({ slices: [slice({ segments: [] })] }))

  expect(screen.queryByRole('article')).not.toBeInTheDocument()
})

test('s070 a date that is none reads N/A', () => {
  show(offer({ slices: [slice({ segments: [segment({ departing_at: '' })] })] }))

  expect(screen.getByRole('article')).toHaveTextContent('N/A')
})

test('r022 the airline that flies is named beside the flight it flies', () => {
  const shared = sliceWithStop()
  shared.segments[0] = segment({ ...shared.segments[0], operating_carrier: carrier('AA', 'American Airlines') })
  show(offer({ slices: [shared] }))

  expect(screen.getByText('BA 178 (operated by American Airlines), BA 178')).toBeInTheDocument()
})

test.each([
  [[{ type: 'checked', quantity: 0 }], ['Cabin bag: ask the airline', 'No checked bag included']],
  [[], ['bags: ask the airline']],
  [bagsOf(1, 1), ['1 cabin bag and 1 checked bag included each']],
  [bagsOf(1, 0), ['Cabin bag only']],
  [bagsOf(0, 0), ['No bags included']],
])(
  'r022 bag01 a card with the bags %j says so, and promises and denies nothing that the airline has not',
  (baggages, words) => {
    show(offer({ slices: [slice({ segments: [segment({ baggages })] })] }))

    const bags = within(screen.getByRole('list', { name: 'Bags for each passenger' })).getAllByRole('listitem')
    expect(bags.map((bag) => bag.textContent)).toEqual(words)
  },
)

test('r039 a pressed card notes what it showed', async () => {
  const { user } = show(offer({ price: { amount: '87' } }))
  const link = screen.getByRole('link', { name: /^View Details/ })
  link.addEventListener('click', (event) => event.preventDefault())

  await user.pointer({ target: link, keys: '[MouseRight]' })

  expect(localStorage.getItem('shownPrices')).toContain('"amount":"87"')
})

test.each([
  [['adult', 'adult', 'adult'], '1230', '$410 per traveler'],
  [['adult', 'adult', 'adult'], '1231', 'about $410 per traveler'],
  [['adult', 'adult', 'child'], '1230', '$410 each on average'],
  [['adult', 'adult', 'infant_without_seat'], '1231', 'about $410 each on average'],
])('a card for %j at %s says what one of them pays', (types, amount, words) => {
  show(offer({ passengers: types.map((type, id) => ({ id: `pas_${id}`, type, age: null })), price: { amount } }))

  expect(screen.getByRole('article')).toHaveTextContent(`total for 3 travelers${words}incl.`)
})

test('a trip back to another airport says so', () => {
  const back = (to: string) => slice({ segments: [segment({ origin: place('LHR'), destination: place(to) })] })
  const { unmount } = show(offer({ slices: [slice(), back('JFK')] }))
  expect(screen.getByRole('article')).not.toHaveTextContent('Returns to')
  unmount()

  show(offer({ slices: [slice(), back('EWR')] }))
  expect(screen.getByText('Returns to EWR, not JFK')).toBeVisible()
})

const known = bagPrice('off_1', '638.00', '150.00', '788.00')
const included = (total: string) => ({ ...bagPrice('off_1', total, '0.00', total), included: true })

test.each([
  [known, '$788 with a bag ($638 + $150)'],
  [bagPrice('off_1', '638.00', '150.50', '788.50'), '$788.50 with a bag ($638 + $150.50)'],
  [bagPrice('off_1', '662.00', '150.00', '812.00'), '$812 with a bag (fare now $662 + $150)'],
  [included('638.00'), 'a checked bag is included'],
  [included('662.00'), 'a checked bag is included, total now $662'],
  ['asked' as const, 'checking the bag price…'],
  ['unknown' as const, 'bag price on the next page'],
  [noBagPrice('off_1', 'unknown'), 'bag price on the next page'],
  [noBagPrice('off_1', 'none'), 'no checked bag sold here'],
  [noBagPrice('off_1', 'gone'), 'no longer on sale'],
])('bag07 a card says of a bag %j: %s', async (bag, words) => {
  setup(<OfferCard offer={offer({ price: { amount: '638' } })} href="/flight/off_1" bag={bag} />)

  expect(await screen.findByText(words)).toBeVisible()
})

test('bag07 the sum is for a bag for each traveler with a seat', async () => {
  const passengers = ['adult', 'child', 'infant_without_seat'].map((type) => ({ id: `pas_${type}`, type, age: null }))
  const one = offer({ passengers, price: { amount: '638' } })
  setup(<OfferCard offer={one} href="/flight/off_1" bag={known} />)

  expect(await screen.findByText('$788 with a bag each ($638 + $150)')).toBeVisible()
})

test('bag07 a card of which nobody asks says nothing of what a bag costs', () => {
  show(offer())

  expect(document.querySelector('.bag')).toBeNull()
})

const { price: flexPrice } = offer({ price: { amount: '735' } })
const flex: OtherFare = { offerId: 'off_flex', name: 'Economy Flex', price: flexPrice, sum: flexPrice, parts: null }

/** The card of a fare beside which another one of the same flights costs less with a bag. */
const showCheaper = (bag: ComponentProps<typeof OfferCard>['bag'], cheaper = flex) =>
  setup(
    <OfferCard
      offer={offer({ price: { amount: '638' } })}
      href="/flight/off_1"
      bag={bag}
      cheaper={cheaper}
      cheaperHref="/flight/off_flex?from_bag=1"
    />,
  )

test('bag07 a card tells the fare of the same flights that costs less with a bag, leads to it, and then tells its own', async () => {
  showCheaper(known)

  const link = await screen.findByRole('link', { name: '$735 with a checked bag (Economy Flex, bag included)' })
  expect(link).toHaveAttribute('href', '/flight/off_flex?from_bag=1')
  expect(link.nextSibling).toHaveTextContent('this fare: $788 with a bag ($638 + $150)')
})

test('bag07 a card of a fare that includes a bag tells one that costs less with a bought bag', async () => {
  const dollars = (amount: string) => ({ amount, currency: 'USD' })
  const parts = { fare: dollars('400.00'), bags: dollars('150.00') }
  showCheaper(null, { ...flex, sum: dollars('550.00'), parts })

  expect(await screen.findByRole('link', { name: '$550 with a checked bag (Economy Flex, $400 + $150)' })).toBeVisible()
  expect(screen.queryByText(/^this fare/)).toBeNull()
})

test('bag07 below another fare a card says that its own sells no bag', async () => {
  showCheaper(noBagPrice('off_1', 'none'))

  expect(await screen.findByText('this fare: no checked bag sold here')).toBeVisible()
  expect(screen.getByRole('link', { name: /Economy Flex/ })).toBeVisible()
})

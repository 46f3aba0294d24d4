import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { sellingBags } from '@/testing/bag-offers'
import { card, fillPassenger, goBy, inHalfAnHour, OFFER, open, press } from '@/testing/booking-walk'
import { offer } from '@/testing/offers'
import { ownStyles } from '@/testing/own-styles'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const domestic = (types: readonly string[]) => {
  const family = offer({
    expires_at: inHalfAnHour,
    passengers: types.map((type, index) => ({ id: `pas_${index + 1}`, type, age: null })),
  })
  for (const way of family.slices.flatMap((slice) => [slice, ...slice.segments])) {
    way.destination = { ...way.destination, iata_code: 'LAX', country_code: 'US' }
  }
  return family
}
const openFor = (...types: readonly string[]) => open({ [OFFER]: domestic(types) })
type Page = ReturnType<typeof open>

async function fill({ user }: Page, label: string, text: string, number = 1) {
  await screen.findByRole('heading', { name: 'Who is traveling?' })
  await user.click(card(number).getByLabelText(label))
  await user.paste(text)
}
const passed = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const sex = (number = 1) => card(number).getByLabelText('Sex (as on passport)')
const titles = () => card(1).getByLabelText(/^Title/)

test('r044 a name that is too long for a ticket is accepted, and shown as it will be printed', async () => {
  const page = openFor('adult')
  await fill(page, 'First name', 'Maximiliana Alexandrina Sophie')
  await page.user.tab()

  expect(card(1).getByLabelText('First name')).toBeValid()
  expect(card(1).getByLabelText('First name')).toHaveAccessibleDescription('On the ticket: MAXIMILIANA ALEXANDR')
})

test('r044 a name in another alphabet is refused, and the passport says how to type it', async () => {
  const page = openFor('adult')
  await fill(page, 'First name', 'Мария')
  await page.user.tab()

  expect(
    await card(1).findByText(/^First name must be in Latin letters\. Type it as in the lines with <<</),
  ).toBeVisible()
})

test.each(['First name', 'Last name'])(
  "r044 passengers who fill in the %s alone are offered the airlines' rule for people with one name",
  async (label) => {
    const page = openFor('adult')
    await fill(page, label, 'Suharto')
    expect(screen.queryByText(/^Only one name/)).toBeNull()
    await page.user.click(card(1).getByLabelText(label === 'First name' ? 'Last name' : 'First name'))
    await page.user.tab()
    await page.user.click(await card(1).findByRole('button', { name: 'Use FNU' }))

    expect(card(1).getByLabelText('First name')).toHaveValue('FNU')
    expect(card(1).getByLabelText('First name')).toHaveFocus()
    expect(card(1).getByLabelText('Last name')).toHaveValue('Suharto')
    expect(screen.queryByText(/^Only one name/)).toBeNull()
  },
)

test('r044 a title that is chosen first says the sex, and never changes one that was selected', async () => {
  const page = openFor('adult')
  await screen.findByRole('heading', { name: 'Who is traveling?' })
  await page.user.selectOptions(titles(), 'dr')
  expect(sex()).toHaveValue('')
  await page.user.selectOptions(titles(), 'mrs')
  expect(sex()).toHaveValue('female')
  await page.user.selectOptions(titles(), 'mr')
  expect(sex()).toHaveValue('female')
})

test('r020 children and infants are asked for neither e-mail nor phone, another adult may leave them out', async () => {
  openFor('adult', 'adult', 'child', 'infant_without_seat')
  await screen.findByRole('heading', { name: 'Who is traveling?' })

  for (const label of [/^E-mail/, /^Phone number/]) {
    expect(card(2).getByLabelText(label)).toHaveAccessibleName(/\(optional\)$/)
    for (const number of [3, 4]) expect(card(number).queryByLabelText(label)).toBeNull()
  }
})

test('a passenger without errors folds to a line when the traveler goes on to the next, and opens again', async () => {
  const page = openFor('adult', 'child')
  await fillPassenger(page)
  await press(page, 'Continue to passenger 2')

  const named = await screen.findByRole('heading', { name: 'Passenger 1: Maya Okafor' })
  expect(named).toBeVisible()
  // Lines of even length would part the word from its number.
  expect(ownStyles(named.closest('div:has(> button)') as HTMLElement, ' h2')).toContain('text-wrap: wrap')
  expect(card(1).getByText('Complete')).toBeVisible()
  expect(card(1).queryByLabelText('First name')).toBeNull()
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Passenger 2' })).toHaveFocus())
  expect(card(2).queryByRole('button', { name: /^Continue/ })).toBeNull()

  await page.user.click(card(1).getByRole('button', { name: 'Edit' }))
  expect(card(1).getByLabelText('First name')).toHaveValue('Maya')
  expect(screen.getByRole('heading', { name: 'Passenger 1, primary' })).toHaveFocus()
})

test('the next passenger begins at the top of the window, once the one before and their bags are folded', async () => {
  const sold = sellingBags({ passengers: domestic(['adult', 'child']).passengers })
  const page = open({ [OFFER]: sold })
  await fillPassenger(page)
  const bags = () => card(1).getByRole('button', { name: /^Bags/ })
  await page.user.click(bags())
  expect(bags()).toHaveAttribute('aria-expanded', 'true')

  const focus = vi.spyOn(HTMLElement.prototype, 'focus')
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {
    expect(card(1).queryByLabelText('First name')).toBeNull()
    expect(bags()).toHaveAttribute('aria-expanded', 'false')
  })
  await press(page, 'Continue to passenger 2')

  await waitFor(() => expect(scroll).toHaveBeenCalledExactlyOnceWith({ behavior: 'instant', block: 'start' }))
  expect(scroll.mock.contexts[0]).toBe(screen.getByRole('region', { name: 'Passenger 2' }))
  expect(screen.getByRole('heading', { name: 'Passenger 2' })).toHaveFocus()
  expect(focus).toHaveBeenLastCalledWith({ preventScroll: true })
})

test.each([
  ['is let go', fireEvent.pointerUp],
  ['becomes a scroll', fireEvent.pointerCancel],
])('the error of a field that is left by a press comes once the press %s: nothing moves under it', async (_, end) => {
  const page = openFor('adult', 'child')
  await fill(page, 'First name', 'Maya')
  act(() => card(1).getByLabelText('E-mail').focus())
  act(() => card(1).getByLabelText('Last name').focus())
  await waitFor(() => expect(card(1).getByLabelText('E-mail')).toBeInvalid())
  const onwards = card(1).getByRole('button', { name: 'Continue to passenger 2' })
  vi.useFakeTimers()
  fireEvent.pointerDown(onwards)
  act(() => onwards.focus())
  await passed(1_000)
  expect(card(1).queryByText('Last name is required')).toBeNull()

  end(onwards)
  await passed(100)
  await vi.waitFor(() => expect(card(1).getByText('Last name is required')).toBeVisible())
})

test('bag03 the bags of a passenger stand before the button that goes on to the next one', async () => {
  openFor('adult', 'child')
  const onwards = await screen.findByRole('button', { name: 'Continue to passenger 2' })
  const bags = card(1).getByRole('heading', { name: /^Bags/ })

  expect(bags.compareDocumentPosition(onwards)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(card(1).getByRole('button', { name: 'Continue to passenger 2' })).toBe(onwards)
})

test('a passenger with errors does not fold, and the first of them has the focus', async () => {
  const page = openFor('adult', 'child')
  await fill(page, 'First name', 'Maya')
  await press(page, 'Continue to passenger 2')

  expect(await card(1).findByText('Last name is required')).toBeVisible()
  expect(card(1).getByLabelText('Last name')).toHaveFocus()
  expect(card(2).queryByText(/is required/)).toBeNull()
})

test('a folded passenger does not stop the whole form, and one that gets an error opens', async () => {
  const page = openFor('adult', 'adult')
  await fillPassenger(page)
  await press(page, 'Continue to passenger 2')
  await fill(page, 'First name', 'Maya', 2)
  await fill(page, 'Last name', 'Okafor', 2)
  await press(page, 'Continue to seats')
  expect(await card(2).findByText("Two passengers can't have the same name")).toBeVisible()
  expect(card(1).queryByLabelText('First name')).toBeNull()

  await fill(page, 'First name', ' Ben', 2)
  await fill(page, 'Date of birth', '1986-11-02', 2)
  await page.user.selectOptions(sex(2), 'male')
  await press(page, 'Continue to seats')
  expect(await screen.findByRole('heading', { name: 'Choose seats' })).toBeVisible()

  await goBy('passengers')
  expect(await screen.findByRole('heading', { name: 'Passenger 1: Maya Okafor' })).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Passenger 2: Maya Ben Okafor' })).toBeVisible()
})

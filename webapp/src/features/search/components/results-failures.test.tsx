import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { telHref } from '@/components/ui/phone-link'
import { defaultBrand } from '@/config/default-brand'
import { standAt } from '@/testing/address'
import { setup } from '@/testing/render'
import { SearchResults } from './results'

vi.mock('next/navigation', async () => (await import('@/testing/address')).navigation())

const SEARCH = 'origin=JFK&destination=LHR&departureDate=2027-03-05&returnDate=2027-03-12&adults=2'

/** Answers each search alike, and remembers what was asked. */
function serve(answer: Response) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return answer.clone()
  })
  return asked
}

const nothing = (code?: string) =>
  Response.json({ offers: [], total_count: 0, notice: code ? { code, message: 'x' } : null })

beforeEach(() => standAt(`/search?${SEARCH}`))

test('s072 r040 an error says what failed without a number, and Try Again asks again', async () => {
  const problem = { code: 'INTERNAL_ERROR', message: 'Something went wrong.', request_id: 'req_7' }
  const asked = serve(Response.json(problem, { status: 500 }))
  const { user } = setup(<SearchResults />)

  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Error Loading Flights')
  expect(alert).toHaveTextContent('Something went wrong.')
  expect(alert).not.toHaveTextContent('500')
  expect(alert).toHaveTextContent('req_7')

  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(asked).toHaveLength(2))
})

test('s072 after too many searches the same one can be sent again, or changed', async () => {
  const asked = serve(Response.json({ message: 'Too many requests.' }, { status: 429 }))
  const { user } = setup(<SearchResults />)
  const alert = await screen.findByRole('alert')

  expect(within(alert).getByRole('link', { name: 'Modify Search' })).toBeVisible()
  await user.click(within(alert).getByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(asked).toHaveLength(2))
})

test('r040 a search that is refused without words is told without a number', async () => {
  serve(new Response('', { status: 422 }))
  setup(<SearchResults />)

  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Please try again later.')
  expect(alert).not.toHaveTextContent('422')
})

test('s072 what is wrong with the search itself is told as such, and only another search is offered', async () => {
  standAt('/search?origin=JFK&destination=JFK&departureDate=2025-01-10&adults=1')
  const messages = ['Departure date cannot be in the past', 'Origin and destination cannot be the same']
  const errors = [
    { field: 'departureDate', code: 'past', message: 'x' },
    { field: 'destination', code: 'same', message: 'y' },
  ]
  serve(Response.json({ code: 'VALIDATION_ERROR', message: 'See errors', errors }, { status: 422 }))
  setup(<SearchResults />)

  const alert = await screen.findByRole('alert')

  expect(alert).toHaveTextContent(new RegExp(`^Please change your search${messages.join('')}Modify Search$`))
})

test('s072 a search that is refused for another reason is best changed, and can be tried again', async () => {
  const asked = serve(Response.json({ message: 'Not from here.' }, { status: 403 }))
  const { user } = setup(<SearchResults />)
  const alert = await screen.findByRole('alert')

  expect(alert).toHaveTextContent(/Error Loading FlightsPlease try again later.Modify SearchTry Again$/)
  await user.click(within(alert).getByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(asked).toHaveLength(2))
})

test('s073 no offers lead to a new search that knows the old one', async () => {
  serve(nothing())
  setup(<SearchResults />)

  const link = await screen.findByRole('link', { name: 'New Search' })
  expect(screen.getByText('No Flights Found')).toBeInTheDocument()
  expect(link).toHaveAttribute('href', expect.stringMatching(/^\/\?origin=JFK&destination=LHR/))
})

test('s073 no offers for a party that no airline takes say why', async () => {
  serve(nothing('TOO_MANY_INFANTS'))
  setup(<SearchResults />)

  expect(await screen.findByText(/^Each infant sits on an adult's lap/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'New Search' })).toBeVisible()
})

test('a group too large for one booking is given the number to call', async () => {
  serve(nothing('TOO_MANY_PASSENGERS'))
  setup(<SearchResults />)

  expect(await screen.findByText(/^One booking holds up to 9 seats\. For a larger group/)).toBeVisible()
  const { phone } = defaultBrand.contact
  expect(screen.getByRole('link', { name: phone })).toHaveAttribute('href', telHref(phone))
})

import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { articles } from '@/content/articles'
import { Article } from '@/features/site/article'
import { pageMeta } from '@/lib/pages'
import { setup } from '@/testing/render'

vi.mock('next/navigation', () => ({ usePathname: () => '/', useRouter: () => ({}) }))

const open = (name: string) => setup(<Article {...(articles[name] as (typeof articles)[string])} />)
const rowsOf = (caption: string) =>
  within(screen.getByRole('table', { name: caption }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent).join(' '))

test.each(Object.keys(articles))('r026 /%s has one heading, its contents and a title of its own', (name) => {
  open(name)

  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  for (const link of within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link'))
    expect(document.querySelector(link.getAttribute('href') as string)).toBeVisible()
  expect(document.body).not.toHaveTextContent(/[{}[\]]/)
  expect(pageMeta(`/${name}`, 'Blue').title).toMatch(/^(?!Page Not Found).+ \| Blue - Flight Booking$/)
})

test('s184 the service fees are those of the agency', () => {
  open('service-fees')

  expect(rowsOf('Fees by service')).toEqual([
    'Air $45 per passenger',
    'Business or first class $180 per passenger',
    'Multi-city or open jaw $90 per passenger',
    'Nearby airports or different dates $45 per passenger',
    'High-fraud cities $30 per passenger',
    'Unaccompanied minor $90 per passenger',
    'Booked by an agent $18 to $230 per passenger',
    'Booked by an agent, seniors $120 per passenger',
    'Hotel $30 per night and room',
    'Car $35 per rental',
    'Cruise $195 per passenger',
    'Cruise, booked online $190 per passenger',
    'Holiday $40 per passenger',
  ])
})

test('s186 s187 the post-ticketing fees are those of the agency', () => {
  open('post-ticketing-fees')

  expect(rowsOf('Cancelled by an agent within 24 hours')).toEqual([
    'Domestic $50',
    'International $75',
    'Business or first class $75',
  ])
  expect(rowsOf('Cancelled after 24 hours')).toEqual(['Future credit $45 or $95', 'Immediate refund $90, $220 or $225'])
  expect(rowsOf('Exchanges')).toEqual([
    'Within 10 days Economy $45 $48',
    'Within 10 days Business $95 $85',
    'Beyond 10 days Economy $95 $225',
    'Beyond 10 days Business $225 $245',
  ])
  expect(rowsOf('Waivers')).toEqual(['Economy $45', 'Business $95'])
})

test('s183 cookies live as long as the policy says', () => {
  open('cookies')

  expect(rowsOf('Kinds and lifetimes').map((row) => row.replace(/^(\w+) .* (\d+ \w+)$/, '$1 $2'))).toEqual([
    'Authentication 30 days',
    'Preference 1 year',
    'Analytics 2 years',
    'Marketing 90 days',
  ])
})

test('s185 r003 the service fee is inside the price, and comes back when cancelled within 24 hours', () => {
  open('service-fees')

  for (const words of [
    'already inside the price you see',
    'no amount of the table below is added to it',
    'in dollars, in the price summary',
    'What our agents charge for arranging a trip for you',
    'Our service fee comes back when you cancel online within 24 hours of booking and before departure',
    'adult, child, senior, infant, student and military',
  ])
    expect(document.body).toHaveTextContent(words)
})

test.each([
  ['s181 r014', 'about', 'founded in 2022'],
  ['s183', 'terms', '30 days before they apply'],
  ['s183', 'terms', 'over 18'],
  ['s183', 'privacy', 'not intended for anyone under 16'],
  ['s187', 'post-ticketing-fees', 'within 24 to 48 hours of your request. It then takes 7 to 30 business days'],
])('%s /%s says: %s', (_, name, words) => {
  open(name)

  expect(document.body).toHaveTextContent(words)
})

test('s017 phones and e-mails are links', () => {
  open('post-ticketing-fees')

  expect(screen.getByRole('link', { name: '1-800-555-0142' })).toHaveAttribute('href', 'tel:18005550142')
  expect(screen.getByRole('link', { name: /@/ })).toHaveAttribute('href', 'mailto:support@fareway.example')
})

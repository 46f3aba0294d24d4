import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { articles } from '@/content/articles'
import { FEE_IS_REFUNDED, FEE_REFUND } from '@/content/fee-promise'
import { trust } from '@/content/home'
import { Article } from '@/features/site/article'
import { pageMeta } from '@/lib/pages'
import * as price from '@/messages/components/offer/price'
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

test('r026 a page begins with its key facts, and sets apart what is easily missed', () => {
  open('terms')

  const facts = within(screen.getByRole('list', { name: 'At a glance' })).getAllByRole('listitem')
  expect(facts.map((fact) => fact.querySelector('b')?.textContent)).toEqual(['Agency', 'Over 18', '30 days'])
  expect(screen.getByText(/^Check that names match the passports/)).toBeVisible()
})

test('r026 the page about the agency says who it is, and every page how to ask', () => {
  open('about')

  const reach = screen.getByRole('region', { name: 'Who we are' })
  for (const words of ['Fareway Travel Ltd', '210 Harbor Street', 'help@fareway.example', 'Open 07:00-21:00'])
    expect(reach).toHaveTextContent(words)
  expect(screen.getByRole('heading', { name: 'Questions?' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact')
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
    'Economy, within 10 days $45 $48',
    'Business, within 10 days $95 $85',
    'Economy, beyond 10 days $95 $225',
    'Business, beyond 10 days $225 $245',
  ])
  expect(rowsOf('Waivers')).toEqual(['Economy $45', 'Business $95'])
})

test('s183 cookies live as long as the policy says', () => {
  open('cookies')

  expect(rowsOf('Kinds and lifetimes').map((row) => row.replace(/^(\w+) .* (\d+ \w+)$/, '$1 $2'))).toEqual([
    'Authentication 30 days',
    'Security 180 days',
    'Preference 1 year',
    'Analytics 2 years',
    'Marketing 90 days',
  ])
  expect(document.body).toHaveTextContent(
    'a cookie that keeps your visit running smoothly. It goes when you close your browser.',
  )
})

test('s185 r003 the service fee is inside the price, and comes back when cancelled within 24 hours', () => {
  open('service-fees')

  for (const words of [
    'our booking fee is already in the price',
    'none of the fees below apply',
    'You see it in the price summary',
    `Our booking fee is ${FEE_IS_REFUNDED}`,
    'adult, child, senior, infant, student and military',
  ])
    expect(document.body).toHaveTextContent(words)
})

test('r041 pages promise our fee back in the words of the price summary', () => {
  expect(price.feeIncluded({ fee: '$20' })).toBe(`Includes our $20 booking fee, ${FEE_IS_REFUNDED}.`)
  expect(FEE_REFUND.toLowerCase()).toBe(FEE_IS_REFUNDED)
})

test('r041 an agent’s fee is not a lower price by phone: it is added to the price', () => {
  open('service-fees')

  expect(document.body).toHaveTextContent('their fee is added to the price of the trip')
})

test('r041 who is promised no hidden fees is told in the same breath of the one there is', () => {
  const promise = trust.find(({ title }) => title === 'Zero Hidden Fees')

  expect(promise?.text).toMatch(/booking fee is in the price.*before you pay/)
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

  for (const link of screen.getAllByRole('link', { name: '1-800-555-0142' }))
    expect(link).toHaveAttribute('href', 'tel:18005550142')
  expect(screen.getByRole('link', { name: /@/ })).toHaveAttribute('href', 'mailto:support@fareway.example')
})

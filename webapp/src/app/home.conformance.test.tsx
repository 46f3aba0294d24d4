import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { defaultBrand } from '@/config/default-brand'
import { questions } from '@/content/home'
import { setFlashMessage } from '@/lib/flash-message'
import { pageMeta } from '@/lib/pages'
import { PageHead } from '@/providers/page-head'
import { setup } from '@/testing/render'
import HomePage from './page'

vi.mock('next/navigation', () => ({ usePathname: () => '/', useRouter: () => ({}) }))

test('s001 s033 home sets the title and the description', async () => {
  setup(<PageHead />)

  await vi.waitFor(() => expect(document.title).toBe('Fareway - Flight Booking'))
  expect(document.querySelector('meta[name=description]')).toHaveAttribute(
    'content',
    expect.stringContaining('Fareway is an independent travel agency'),
  )
})

test.each([
  ['/search', 'Blue - Flight Booking'],
  ['/flight/off_1', 'Blue - Flight Booking'],
  ['/booking', 'Blue - Flight Booking'],
  ['/my-trips', 'My Trips | Blue - Flight Booking'],
  ['/login', 'Log In | Blue - Flight Booking'],
  ['/nowhere', 'Page Not Found | Blue - Flight Booking'],
])('r026 the title of %s is %s', (pathname, title) => {
  expect(pageMeta(pathname, 'Blue').title).toBe(title)
})

test('s034 the hero leads to the form and to the phone', () => {
  setup(<HomePage />)

  for (const link of screen.getAllByRole('link', { name: 'Search Flights' })) {
    expect(link).toHaveAttribute('href', '#search')
  }
  expect(screen.getByRole('form', { name: 'Flight search' })).toHaveAttribute('id', 'search')
  expect(screen.getByRole('link', { name: 'Expert Support' })).toHaveAttribute('href', 'tel:18005550142')
})

test('s035 four features, a last call and three promises', () => {
  setup(<HomePage />)

  const features = screen.getByRole('heading', { name: 'Every route, compared' }).closest('ul') as HTMLElement
  expect(within(features).getAllByRole('listitem')).toHaveLength(4)
  expect(screen.getByRole('heading', { name: /Start with the fare/ })).toBeVisible()
  for (const promise of ['Zero Hidden Fees', 'Instant Confirmation', 'Flexible Booking']) {
    expect(screen.getByText(promise)).toBeVisible()
  }
})

test('s036 s037 eight questions, each about its topic', () => {
  const topics = [
    /encrypted/,
    /GDPR and CCPA/,
    /hidden fees/,
    /24\/7/,
    /free of charge within 24 hours.*7-14 business days/,
    /agency rather than an airline/,
    /visa/,
    /within minutes/,
  ]

  expect(questions).toHaveLength(8)
  questions.forEach(({ question, answer }, index) => {
    expect(`${question} ${answer}`).toMatch(topics[index] as RegExp)
  })
})

test('s038 the page names the business and its ways of contact', () => {
  setup(<HomePage />)

  const { company, contact } = defaultBrand
  for (const [term, detail] of [
    ['Business name', company.legal_name],
    ['Company number', company.number],
    ['Support phone', contact.phone],
    ['E-mail', contact.email],
    ['Address', contact.address],
  ]) {
    expect(screen.getByText(term as string, { selector: 'dt' }).nextElementSibling).toHaveTextContent(detail as string)
  }
})

test('r019 who was sent here is told why in the page, once', () => {
  setFlashMessage({ title: 'Access Denied', description: 'You may not be there.' })
  const { unmount } = setup(<HomePage />)
  expect(screen.getByRole('alert')).toHaveTextContent('Access Denied. You may not be there.')

  unmount()
  setup(<HomePage />)
  expect(screen.queryByRole('alert')).toBeNull()
})

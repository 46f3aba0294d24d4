import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { defaultBrand } from '@/config/default-brand'
import { BrandScope } from '@/providers/brand-provider'
import { traveller } from '@/testing/bookings'
import { setup } from '@/testing/render'
import { problem, serve } from '@/testing/server'
import { SiteFrame } from './site-frame'

vi.mock('next/navigation', () => ({ usePathname: () => '/', useRouter: () => ({}) }))

const CURRENT_USER = 'GET /api/auth/user'
const open = () => setup(<SiteFrame>the page</SiteFrame>)
const hrefs = (of: HTMLElement) =>
  within(of)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

beforeEach(() => void serve({ [CURRENT_USER]: problem(401, 'NOT_AUTHENTICATED', 'Not authenticated') }))

test('s015 s017 every page says who sells, above a header, the content and a footer', async () => {
  open()

  const notice = within(screen.getByRole('region', { name: 'About this site' }))
  expect(notice.getByText('We are an independent travel agency, not an airline.')).toBeVisible()
  const { company, contact } = defaultBrand
  for (const fact of [company.legal_name, contact.phone, contact.city]) expect(notice.getByText(fact)).toBeVisible()
  expect(screen.getByRole('banner')).toBeVisible()
  expect(screen.getByRole('main')).toHaveTextContent('the page')
  expect(screen.getByRole('contentinfo')).toBeVisible()
})

test('s017 the line of a phone opens to who sells', async () => {
  const { user } = open()
  const more = screen.getByRole('button', { name: 'Who we are', expanded: false })

  await user.click(more)

  expect(more).toHaveAttribute('aria-expanded', 'true')
  const facts = document.getElementById(more.getAttribute('aria-controls') ?? '')
  expect(facts).toHaveTextContent(defaultBrand.company.legal_name)
})

test('s018 the header changes after more than ten pixels', () => {
  open()
  const header = screen.getByRole('banner')
  const scrollTo = (y: number) =>
    act(() => {
      Object.assign(window, { scrollY: y })
      window.dispatchEvent(new Event('scroll'))
    })

  scrollTo(10)
  expect(header).not.toHaveAttribute('data-scrolled')
  scrollTo(11)
  expect(header).toHaveAttribute('data-scrolled')
  scrollTo(0)
})

test('s019 the header leads to flights, trips, the agency, help and the phone', () => {
  open()

  expect(hrefs(screen.getByRole('navigation', { name: 'Main' }))).toEqual([
    ['Flights', '/'],
    ['My Trips', '/my-trips'],
    ['About', '/about'],
    ['Support', '/support'],
  ])
  expect(screen.getByRole('link', { name: 'Call Now' })).toHaveAttribute('href', 'tel:18005550142')
})

test('s022 c015 the drawer names the traveller and says Sign Out where the menu says Log Out', async () => {
  serve({ [CURRENT_USER]: traveller })
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Open menu' }))

  const drawer = within(await screen.findByRole('dialog', { name: 'Menu' }))
  expect(await drawer.findByText('Maya Okafor')).toBeVisible()
  expect(drawer.getByText('maya@traveller.example')).toBeVisible()
  expect(drawer.getByRole('button', { name: 'Sign Out' })).toBeVisible()
})

test('r010 the drawer leads guests to a trip of no account', async () => {
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Open menu' }))

  const drawer = within(await screen.findByRole('dialog', { name: 'Menu' }))
  expect(await drawer.findByRole('link', { name: 'Find my booking' })).toHaveAttribute('href', '/trip')
})

test('s023 s026 r014 the footer says what the agency is, offers and when it answers', () => {
  open()
  const footer = screen.getByRole('contentinfo')

  for (const words of [
    'A third-party travel agency for flights.',
    defaultBrand.contact.phone,
    '07:00-21:00',
    `Company no. ${defaultBrand.company.number}`,
    `Accredited agency ${defaultBrand.company.accreditation}`,
    'Fare guarantee',
    'Ask us about savings up to 50% versus full-fare economy',
    'Call us and ask us to match it.',
  ]) {
    expect(footer).toHaveTextContent(words)
  }
})

test('s023 r014 of a brand that gave neither phone nor numbers none are claimed', () => {
  const nothing = <T extends object>(facts: T) => Object.fromEntries(Object.keys(facts).map((name) => [name, ''])) as T
  const { contact, company } = defaultBrand
  setup(
    <BrandScope brand={{ ...defaultBrand, contact: nothing(contact), company: nothing(company) }}>
      <SiteFrame>the page</SiteFrame>
    </BrandScope>,
  )

  expect(document.body).not.toHaveTextContent(/Accredited agency|Company no\.|Call Now/)
  expect(document.querySelector('[href^="tel:"]')).toBeNull()
})

test('s024 s027 the footer leads to help, fees and the law', () => {
  open()
  const footer = screen.getByRole('contentinfo')

  expect(hrefs(footer)).toEqual(
    expect.arrayContaining([
      ['About', '/about'],
      ['Contact', '/contact'],
      ['Support', '/support'],
      ['Find my booking', '/trip'],
      ['FAQ', '/faq'],
      ['Booking Policy', '/cancellation-policy'],
      ['Service fees', '/service-fees'],
      ['Post-ticketing fees', '/post-ticketing-fees'],
      ['Privacy', '/privacy'],
      ['Terms', '/terms'],
      ['Cookies', '/cookies'],
    ]),
  )
})

test('s012 the footer leads to where else an agency is to be found, and only there', () => {
  const facebook = 'https://facebook.example/agency'
  setup(
    <BrandScope brand={{ ...defaultBrand, name: 'Kestrel', social: { facebook, twitter: '', instagram: '' } }}>
      <SiteFrame>the page</SiteFrame>
    </BrandScope>,
  )

  expect(hrefs(screen.getByRole('list', { name: 'Kestrel elsewhere' }))).toEqual([['Facebook', facebook]])
})

import { screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Footer } from '@/components/layout/footer'
import { defaultBrand } from '@/config/default-brand'
import { Faq } from '@/features/home/faq'
import { SearchForm } from '@/features/search/components/form/search-form'
import { ContactPage } from '@/features/site/contact-page'
import { FaqPage } from '@/features/site/faq-page'
import { PartnerPage } from '@/features/site/partner-page'
import { SupportPage } from '@/features/site/support-page'
import { setup } from '@/testing/render'

const shown = vi.hoisted(() => ({ brand: {} as typeof defaultBrand }))
vi.mock('next/navigation', () => ({ usePathname: () => '/', useRouter: () => ({}) }))
vi.mock('@/providers/brand-provider', async (original) => ({
  ...(await original<typeof import('@/providers/brand-provider')>()),
  useBrand: () => shown.brand,
}))

const withContact = (contact: Partial<typeof defaultBrand.contact>) => {
  shown.brand = { ...defaultBrand, contact: { ...defaultBrand.contact, ...contact } }
}

const Partner = () => <PartnerPage search={null} />

async function open(Page: ComponentType, tab?: string) {
  const { user } = setup(<Page />)
  if (tab) await user.click(await screen.findByRole('tab', { name: tab }))
}

beforeEach(() => {
  localStorage.clear()
})

test.each([
  ['footer', Footer, undefined, '1-800-555-0142 · 24 hours a day'],
  ['home', Faq, undefined, 'Still have a question? Call us, 24 hours a day.'],
  ['questions', FaqPage, undefined, 'Write to us, or call us, 24 hours a day.'],
  ['multi-city', SearchForm, 'Multi-city', 'by phone. Call 1-800-555-0142 (24 hours a day), and we put'],
])('a phone that is answered around the clock says so: %s', async (_, page, tab, words) => {
  withContact({ hours_phone: '00:00-24:00' })
  await open(page, tab)

  expect(document.body).toHaveTextContent(words)
})

const noHours = { hours_phone: '', hours_office: '', hours_support: '' }

test.each([
  ['questions', FaqPage, undefined, 'Write to us, or call us.'],
  ['multi-city', SearchForm, 'Multi-city', 'by phone. Call 1-800-555-0142, and we put'],
  ['contact', ContactPage, undefined, 'Phone1-800-555-0142Address'],
  ['support', SupportPage, 'Contact Us', 'Phone1-800-555-0142Popular'],
  ['partner', Partner, undefined, 'Call for help during your trip.'],
])('without hours no sentence waits for them: %s', async (_, page, tab, words) => {
  withContact(noHours)
  await open(page, tab)

  expect(document.body).toHaveTextContent(words)
  expect(document.body).not.toHaveTextContent(/: ?\.|Office:|trip: ?E-mail/)
})

test.each([
  ['multi-city', SearchForm, 'Multi-city', /We plan multi-city trips for you\. Send us your route, and we put/],
  [
    'contact',
    ContactPage,
    undefined,
    /Help with a bookingsupport@fareway\.exampleWe aim to answer within 24 hours\.Address/,
  ],
])('without a phone nobody is told to call: %s', async (_, page, tab, words) => {
  withContact({ ...noHours, phone: '' })
  await open(page, tab)

  expect(document.body).toHaveTextContent(words)
})

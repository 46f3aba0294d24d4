import { waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Footer } from '@/components/layout/footer'
import { Header } from '@/components/layout/header'
import { defaultBrand } from '@/config/default-brand'
import { FlightPage } from '@/features/detail/components/flight-page'
import { OfferCard } from '@/features/search/components/offer-card'
import { ContactPage } from '@/features/site/contact-page'
import { carrier, offer, segment, slice } from '@/testing/offers'
import { setup } from '@/testing/render'
import { serve } from '@/testing/server'

vi.mock('next/navigation', () => ({
  useSearchParams: () => new URLSearchParams(),
  usePathname: () => '/flight/off_1',
  useRouter: () => ({}),
}))

const PICTURE = '<img src=x onerror=alert(1)>'
const SCRIPT = '"><script>window.hit=1</script>'

const airline = carrier('XX', PICTURE)
const hostileOffer = offer({
  owner: airline,
  slices: [slice({ fare_brand_name: SCRIPT, segments: [segment({ marketing_carrier: airline })] })],
  expires_at: new Date(Date.now() + 30 * 60_000).toISOString(),
})
const hostileBrand = {
  ...defaultBrand,
  name: PICTURE,
  domain: 'blue',
  contact: { ...defaultBrand.contact, phone: SCRIPT, address: PICTURE, email: SCRIPT, hours_office: PICTURE },
  company: { ...defaultBrand.company, legal_name: SCRIPT },
}

beforeEach(() => {
  document.head.insertAdjacentHTML('beforeend', '<meta name="brand" content="blue">')
  window.history.replaceState(null, '', '/flight/off_1')
  window.scrollTo = vi.fn()
  serve({ 'GET /api/brands/blue': hostileBrand, 'GET /api/flights/offer/off_1': hostileOffer })
})
afterEach(() => document.querySelector('meta[name=brand]')?.remove())

test.each<[string, ReactElement, string[]]>([
  ['the header', <Header key="header" />, [PICTURE]],
  ['the footer', <Footer key="footer" />, [PICTURE, SCRIPT]],
  ['the contact page', <ContactPage key="contact" />, [PICTURE, SCRIPT]],
  ['a result', <OfferCard key="card" offer={hostileOffer} href="/flight/off_1" />, [PICTURE, SCRIPT]],
  ['the page of a flight', <FlightPage key="flight" />, [PICTURE, SCRIPT]],
])('r012 in %s what a brand or an airline wrote is text, whatever it says', async (_, page, words) => {
  setup(page)

  await waitFor(() => {
    for (const text of words) expect(document.body).toHaveTextContent(text)
  })
  expect(document.querySelector('img[src=x], script, [onerror]')).toBeNull()
  expect(window).not.toHaveProperty('hit')
})

import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { defaultBrand } from '@/config/default-brand'
import { setup } from '@/testing/render'
import { serve } from '@/testing/server'
import { BrandLogo } from './brand-logo'

vi.mock('next/navigation', () => ({ usePathname: () => '/', useRouter: () => ({}) }))
afterEach(() => document.head.replaceChildren())

test('s011 s012 a brand with a logo shows it at most 40 pixels high', async () => {
  document.head.innerHTML = '<meta name="brand" content="blue">'
  serve({ 'GET /api/brands/blue': { ...defaultBrand, name: 'Blue', domain: 'blue', logo: '/blue.png' } })
  setup(<BrandLogo />)

  const logo = await screen.findByRole('img', { name: 'Blue' })
  expect(logo).toHaveAttribute('src', '/blue.png')
  expect(logo).toHaveAttribute('height', '40')
})

test('s012 a brand has a name, a domain, a logo, a theme, contacts and social links', () => {
  expect(defaultBrand).toMatchObject({
    name: expect.any(String),
    domain: 'default',
    logo: expect.any(String),
    theme: {
      primary: expect.any(String),
      secondary: expect.any(String),
      accent: expect.any(String),
      background: expect.any(String),
      text: expect.any(String),
      font: 'Inter',
    },
    contact: { email: expect.any(String), phone: expect.any(String), address: expect.any(String) },
    social: { facebook: expect.any(String), twitter: expect.any(String), instagram: expect.any(String) },
  })
})

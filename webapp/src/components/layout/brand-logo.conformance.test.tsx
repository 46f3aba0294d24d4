import { readFileSync } from 'node:fs'
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

test('s012 the built-in brand is the one that the shop is seeded with, in every part', () => {
  const [{ key, markup_rate, ...seed }] = JSON.parse(readFileSync('../seeds/brands.json', 'utf8'))

  expect(defaultBrand).toEqual({ ...seed, domain: key, version: 0, theme: { ...seed.theme, variables: [] } })
})

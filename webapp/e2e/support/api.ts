import { type APIResponse, expect, type Page } from '@playwright/test'
import type { Search } from './search'

/** Calls of the page's browser without a page: the way to what a test is about. */

/** `brand`: for which brand's site, where the test has not said so for all its calls. */
export const post = (page: Page, path: string, data: unknown, brand?: string | null) =>
  page.request.post(path, {
    data,
    headers: { 'idempotency-key': crypto.randomUUID(), ...(brand ? { 'x-brand': brand } : {}) },
  })

export async function answer<T>(response: APIResponse): Promise<T> {
  expect(response.ok(), `${response.url()} answered ${response.status()}`).toBe(true)
  return (await response.json()) as T
}

export interface Offer {
  id: string
  price: { amount: string; currency: string }
  passengers: { id: string; type: string }[]
}

/** The cheapest flight that the server finds. */
export async function findOffer(page: Page, search: Partial<Search>, brand?: string | null) {
  const found = await answer<{ offers: Offer[] }>(
    await post(page, '/api/flights/search', { ...search, sort: 'price-asc' }, brand),
  )
  const [offer] = found.offers
  if (!offer) throw new Error(`No flight for ${JSON.stringify(search)}`)
  return offer
}

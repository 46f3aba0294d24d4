import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defaultBrand } from '@/config/default-brand'
import type { Listener } from '@/lib/api/events'
import { present } from '@/testing/present'
import { BrandProvider, useBrand, useBrandState } from './brand-provider'

const page = vi.hoisted(() => ({ listener: null as Listener | null }))
vi.mock('@/lib/api/events', () => ({
  listen: (listener: Listener) => {
    page.listener = listener
    return () => undefined
  },
}))

function Probe() {
  const { status, error } = useBrandState()
  const { name } = useBrand()
  return <output>{`${status} ${name} ${error?.message ?? '-'}`}</output>
}

function openPage(key: string, response: Response, version = 1) {
  document.head.innerHTML = `<meta name="brand" content="${key}" data-version="${version}">`
  const call = vi.fn(async () => response)
  vi.stubGlobal('fetch', call)
  render(
    <BrandProvider>
      <Probe />
    </BrandProvider>,
  )
  return call
}

const shows = (text: string) => waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(text))

beforeEach(() => {
  page.listener = null
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.head.innerHTML = ''
  document.documentElement.removeAttribute('style')
})

test('s004 the default brand is asked for nowhere', async () => {
  const call = openPage('default', new Response())

  await shows('loaded Fareway -')
  expect(call).not.toHaveBeenCalled()
})

test('s004 r021 the default brand is asked for once it has been edited', async () => {
  openPage('default', Response.json({ ...defaultBrand, name: 'Fairway', version: 2 }), 2)

  await shows('loaded Fairway -')
})

test('s005 another brand is asked for once and becomes the look of the page', async () => {
  const theme = { ...defaultBrand.theme, primary: '#3c3a9e', variables: [{ name: '--brand-solid', value: '#3c3a9e' }] }
  const call = openPage(
    'blue',
    Response.json({ ...defaultBrand, name: 'Blue', domain: 'blue', logo: '/blue.png', theme }),
  )

  await shows('loaded Blue -')
  expect(call).toHaveBeenCalledTimes(1)
  expect(document.documentElement.style.getPropertyValue('--brand-primary')).toBe('#3c3a9e')
  expect(document.documentElement.style.getPropertyValue('--brand-solid')).toBe('#3c3a9e')
  expect(document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href).toContain('/blue.png')
})

test('s005 the words of a brand come into sight as its own, never as those of the built-in one', async () => {
  delete document.documentElement.dataset.brandReady
  const seen: (string | null)[] = []
  const observer = new MutationObserver(() => seen.push(screen.getByRole('status').textContent))
  observer.observe(document.documentElement, { attributeFilter: ['data-brand-ready'] })
  openPage('blue', Response.json({ ...defaultBrand, name: 'Blue', domain: 'blue' }))

  await shows('loaded Blue -')
  observer.disconnect()
  expect(seen[0]).toBe('loaded Blue -')
})

test('s005 a brand that was changed meanwhile becomes the look of the open page', async () => {
  const blue = { ...defaultBrand, name: 'Blue', domain: 'blue', version: 1 }
  openPage('blue', Response.json(blue))
  await shows('loaded Blue -')
  const theme = { ...defaultBrand.theme, primary: '#3c3a9e' }
  const call = vi.fn(async () => Response.json({ ...blue, name: 'Bluer', theme, version: 2 }))
  vi.stubGlobal('fetch', call)

  const heard = await present(() => page.listener)
  heard.brand?.({ version: 1 })
  expect(call).not.toHaveBeenCalled()
  heard.brand?.({ version: 2 })

  await shows('loaded Bluer -')
  expect(document.documentElement.style.getPropertyValue('--brand-primary')).toBe('#3c3a9e')
})

test('s006 a brand that cannot be read again stays as it is', async () => {
  openPage('blue', Response.json({ ...defaultBrand, name: 'Blue', domain: 'blue' }))
  await shows('loaded Blue -')
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))

  const heard = await present(() => page.listener)
  heard.missed?.()

  await waitFor(() => expect(console.error).toHaveBeenCalled())
  await shows('loaded Blue -')
})

test('s006 a brand that does not exist is the default one, without an error', async () => {
  openPage('gone', new Response('', { status: 404 }))

  await shows('loaded Fareway -')
})

test('s006 any other failure keeps the default brand and the error', async () => {
  openPage('blue', new Response('', { status: 500, statusText: 'Internal Server Error' }))

  await shows('failed Fareway Failed to load brand: Internal Server Error')
  expect(console.error).toHaveBeenCalledWith('Failed to load brand: Internal Server Error')
})

test('s006 a brand that could not be read for a moment is read again, and becomes the look of the page', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const call = openPage('blue', new Response('', { status: 503 }))
  await shows('failed Fareway')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(call.mock.calls.length).toBeGreaterThan(1)
  const logged = vi.mocked(console.error).mock.calls.filter(([said]) => /^Failed to load brand/.test(said))
  expect(logged, 'failures in a row').toHaveLength(1)
  vi.stubGlobal('fetch', async () => Response.json({ ...defaultBrand, name: 'Blue', domain: 'blue' }))

  await vi.advanceTimersByTimeAsync(6_000)

  await shows('loaded Blue -')
})

test('s007 the hook needs its provider', () => {
  expect(() => render(<Probe />)).toThrow('useBrand must be used within a BrandProvider')
})

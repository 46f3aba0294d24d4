import { act, screen } from '@testing-library/react'
import type Link from 'next/link'
import { type ComponentProps, createElement, type MouseEvent } from 'react'
import { expect, test, vi } from 'vitest'
import { standAt } from '@/testing/address'
import { deferred } from '@/testing/deferred'
import { fare, offer } from '@/testing/offers'
import { setup } from '@/testing/render'
import { serve } from '@/testing/server'
import { FlightPage } from './flight-page'

vi.mock('next/navigation', async () => (await import('@/testing/address')).navigation())

/** Next's link sets out at its click, and the page goes a moment later. */
vi.mock('next/link', () => ({
  default: ({ onNavigate, prefetch: _, scroll: __, ...props }: ComponentProps<typeof Link>) =>
    createElement('a', {
      ...props,
      href: String(props.href),
      onClick: (event: MouseEvent) => {
        event.preventDefault()
        onNavigate?.(event)
      },
    }),
}))

const expires_at = new Date(Date.now() + 30 * 60_000).toISOString()

test('a fare that comes after the press on Book does not call the booking off', async () => {
  standAt('/flight/off_1')
  const answer = deferred()
  serve({
    'GET /api/flights/offer/off_1': offer({ expires_at }),
    'GET /api/flights/offer/off_1/fares': [fare('off_1', '1284'), fare('off_2', '1592', { fare_brand_name: 'Flex' })],
    'GET /api/flights/offer/off_2': () => answer.promise,
  })
  const { user } = setup(<FlightPage />)
  await user.click(await screen.findByRole('radio', { name: /Flex/ }))
  await user.click(screen.getByRole('link', { name: 'Book Now' }))

  await act(async () => answer.resolve(offer({ id: 'off_2', expires_at })))

  // The router drops a page that is on its way as soon as the address is written.
  expect(window.location.pathname).toBe('/flight/off_1')
})

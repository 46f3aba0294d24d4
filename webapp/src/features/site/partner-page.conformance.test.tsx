import { act, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { metadata } from '@/app/expedia/page'
import { partner } from '@/content/partner'
import { pageMeta } from '@/lib/pages'
import { liveMode, testMode } from '@/testing/modes'
import { setup } from '@/testing/render'
import { serve } from '@/testing/server'
import { PartnerPage } from './partner-page'

vi.mock('next/navigation', () => ({ usePathname: () => '/expedia', useRouter: () => ({}) }))
vi.mock('@/features/search/components/form/search-form', () => ({ SearchForm: () => null }))

const modes = { test: testMode, live: liveMode }

function open(mode: keyof typeof modes = 'live') {
  serve({ 'GET /api/system/mode': modes[mode] })
  setup(<PartnerPage search={<form aria-label="Search" />} />)
}

test('s180 the partner page has phone, form, airlines, reasons, promotions and ways to reach people', () => {
  open()

  expect(screen.getAllByRole('link', { name: '1-800-555-0142' })[0]).toHaveAttribute('href', 'tel:18005550142')
  expect(screen.getByRole('form', { name: 'Search' })).toBeVisible()
  expect([partner.airlines.length, partner.reasons.length, partner.promotions.length]).toEqual([6, 6, 3])
  for (const [, name] of partner.airlines) expect(screen.getByText(name)).toBeVisible()
  for (const { title } of [...partner.reasons, ...partner.promotions])
    expect(screen.getByRole('heading', { level: 3, name: title })).toBeVisible()
  const reach = screen.getByRole('heading', { name: 'Talk to us' }).closest('section') as HTMLElement
  expect(within(reach).getByRole('link', { name: 'help@fareway.example' })).toBeVisible()
  expect(document.body).not.toHaveTextContent(/[{}[\]]/)
})

test('s180 in test mode the wait is the literal one', async () => {
  open('test')

  expect(await screen.findByText('Current Wait Time: Less than 30 seconds')).toBeVisible()
})

test('r014 in live mode the wait is an aim, and the promotions are questions to ask', async () => {
  open('live')
  await act(async () => undefined)

  expect(document.body).toHaveTextContent('we aim to answer in less than 30 seconds')
  expect(document.body).not.toHaveTextContent('Current Wait Time')
  expect(screen.getByRole('heading', { name: 'Ask about' })).toBeVisible()
})

test('r015 the agency says that it is independent, and search engines stay away', () => {
  open()

  expect(document.body).toHaveTextContent('an independent travel agency. It is not affiliated with')
  expect(metadata.robots).toEqual({ index: false })
})

test('r026 s180 the page has a title and a description of its own', () => {
  const { title, description } = pageMeta('/expedia', 'Blue')

  expect(title).toBe('Flights by phone or online | Blue')
  expect(description).toContain('not affiliated')
})

test('c010 help under way has hours of its own', () => {
  open()

  expect(document.body).toHaveTextContent('Help during a trip: 24/7')
})

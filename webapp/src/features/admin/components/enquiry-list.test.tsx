import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Enquiry } from '@/lib/api/types'
import { setup } from '@/testing/render'
import { problem, serve } from '@/testing/server'
import EnquiryList from './enquiry-list'

const LIST = 'GET /api/admin/enquiries'

const enquiry = (id: string, message: string): Enquiry => ({
  id,
  brand: 'northwind',
  createdAt: '2026-11-21T09:30:00Z',
  kind: 'support',
  email: 'maya@traveller.example',
  name: 'Maya Okafor',
  phone: '',
  reason: '',
  subject: 'A seat',
  bookingReference: 'QX7RZP',
  message,
  preferredContact: '',
})

test('r013 an administrator reads what visitors wrote, page by page', async () => {
  serve({
    [LIST]: { enquiries: [enquiry('e2', 'The newest')], next: 'e2' },
    [`${LIST}?after=e2`]: { enquiries: [enquiry('e1', 'The oldest')], next: null },
  })
  const { user } = setup(<EnquiryList />)

  expect(await screen.findByText('The newest')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show older' }))

  expect(await screen.findByText('The oldest')).toBeVisible()
  expect(screen.getAllByText(/Nov 21, 2026, 09:30 UTC/)[0]).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
})

test('an empty list says so', async () => {
  serve({ [LIST]: { enquiries: [], next: null } })
  setup(<EnquiryList />)

  expect(await screen.findByText('Nobody has written yet.')).toBeVisible()
})

test('a list that cannot be had says why and can be asked for again', async () => {
  serve({ [LIST]: problem(403, 'FORBIDDEN', "You don't have permission to do this.") })
  setup(<EnquiryList />)

  expect(await screen.findByRole('alert')).toHaveTextContent("You don't have permission to do this.")
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
})

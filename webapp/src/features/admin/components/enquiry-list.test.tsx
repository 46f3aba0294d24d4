import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { notify } from '@/components/ui/toast/notify'
import type { Enquiry } from '@/lib/api/types'
import { setup } from '@/testing/render'
import { type Fake, problem, serve } from '@/testing/server'
import EnquiryList from './enquiry-list'

vi.mock('@/components/ui/toast/notify', () => ({ notify: vi.fn() }))

const LIST = 'GET /api/admin/enquiries'
const DELETE = 'DELETE /api/admin/enquiries/e2'

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

test('r013 what a visitor wrote is deleted after a question, and a refusal is told in it', async () => {
  let enquiries = [enquiry('e2', 'The newest')]
  let answer: Fake<typeof DELETE> = problem(503, 'SERVICE_UNAVAILABLE', 'This service is not available right now.')
  serve({ [LIST]: () => ({ enquiries, next: null }), [DELETE]: () => answer })
  const { user } = setup(<EnquiryList />)
  await user.click(await screen.findByRole('button', { name: 'Delete A seat' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete the message from Maya Okafor?' })

  await user.click(within(dialog).getByRole('button', { name: 'Yes, delete' }))
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('This service is not available right now.')
  expect(notify).not.toHaveBeenCalled()
  answer = { success: true, message: '' }
  enquiries = []
  await user.click(within(dialog).getByRole('button', { name: 'Yes, delete' }))

  expect(await screen.findByText('No messages yet.')).toBeVisible()
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
})

test('r009 once a message is deleted the focus is on the one that took its place, and then on the words that none is left', async () => {
  let enquiries = [enquiry('e2', 'The newest'), { ...enquiry('e1', 'The oldest'), subject: 'A refund' }]
  serve({
    [LIST]: () => ({ enquiries, next: null }),
    [DELETE]: { success: true, message: '' },
    'DELETE /api/admin/enquiries/e1': { success: true, message: '' },
  })
  const { user } = setup(<EnquiryList />)

  await user.click(await screen.findByRole('button', { name: 'Delete A seat' }))
  enquiries = enquiries.slice(1)
  await user.click(await screen.findByRole('button', { name: 'Yes, delete' }))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'A refund' })).toHaveFocus())

  await user.click(screen.getByRole('button', { name: 'Delete A refund' }))
  enquiries = []
  await user.click(await screen.findByRole('button', { name: 'Yes, delete' }))
  await waitFor(() => expect(screen.getByText('No messages yet.')).toHaveFocus())
})

test('s025 an address is unsubscribed', async () => {
  const subscription = { ...enquiry('e1', ''), kind: 'subscribe' as const, subject: '', name: '' }
  const calls = serve({
    [LIST]: { enquiries: [subscription], next: null },
    'DELETE /api/admin/enquiries/e1': { success: true, message: '' },
  })
  const { user } = setup(<EnquiryList />)
  await user.click(await screen.findByRole('button', { name: 'Unsubscribe maya@traveller.example' }))

  await user.click(await screen.findByRole('button', { name: 'Yes, unsubscribe' }))

  await vi.waitFor(() => expect(calls.some(({ method }) => method === 'DELETE')).toBe(true))
})

test('an empty list says so', async () => {
  serve({ [LIST]: { enquiries: [], next: null } })
  setup(<EnquiryList />)

  expect(await screen.findByText('No messages yet.')).toBeVisible()
})

test('a list that cannot be had says why and can be asked for again', async () => {
  serve({ [LIST]: problem(403, 'FORBIDDEN', "You don't have permission to do this.") })
  setup(<EnquiryList />)

  expect(await screen.findByRole('alert')).toHaveTextContent("You don't have permission to do this.")
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeVisible()
})

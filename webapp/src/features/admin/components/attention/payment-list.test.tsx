import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PaymentCase } from '@/lib/api/types'
import { usd } from '@/testing/bookings'
import { setup } from '@/testing/render'
import { paymentToReview, strayAmount } from '@/testing/reviews'
import { type Call, type Fake, problem, serve } from '@/testing/server'
import PaymentList from './payment-list'

const LIST = 'GET /api/admin/attention/payments'
const DECIDE = 'POST /api/admin/attention/payments/p1'
const RESOLVE = 'POST /api/admin/attention/differences'
const PROVE = 'POST /api/admin/login'
const done = { success: true, message: '' }
const difference = strayAmount()

const first = {
  at: '2026-03-03T12:00:00Z',
  what: 'refund.failed',
  fromStatus: '',
  toStatus: '',
  operator: '',
  note: '',
}

const item: PaymentCase = {
  ...paymentToReview(),
  owed: null,
  captureBefore: '',
  actions: ['ask_again', 'settled_by_hand'],
  attempts: [
    { op: 'refund-1', n: 1, preparedAt: '2026-03-02T12:00:00Z', class: 'done', httpStatus: 200, requestId: 'req_1' },
  ],
  history: [
    first,
    {
      at: '2026-03-03T12:20:00Z',
      what: 'ask_again',
      fromStatus: 'captured',
      toStatus: 'captured',
      operator: 'u1',
      note: 'Ticket 1',
    },
  ],
}

const posts = (calls: Call[]) => calls.filter(({ method }) => method === 'POST')

test('a payment shows its money, refunds, booking and evidence, and only the actions it allows', async () => {
  serve({ [LIST]: { items: [item], total: 1, differences: [], differencesTotal: 0 } })
  setup(<PaymentList />)

  expect(await screen.findByRole('heading', { name: 'RZPNX8' })).toBeVisible()
  expect(screen.getByText(/\$645.00 taken \(of \$645.00\)/)).toBeVisible()
  expect(screen.getByText(/\$50.00 paid, but sent back by the bank/)).toBeVisible()
  expect(screen.getByText('RZPNX8 · TICKETED · b1')).toBeVisible()
  expect(screen.getByText(/refund-1 1: done, status 200, request req_1/)).toBeInTheDocument()
  expect(screen.getByText(/refund.failed/)).toBeInTheDocument()
  expect(screen.getByText(/by u1: Ticket 1/)).toBeInTheDocument()
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(names).toEqual(['Check again now', 'Mark as resolved'])
})

test('a refund that is owed stands beside the button that says it was paid, and beside no other', async () => {
  const owing = { ...item, owed: usd('47.80'), actions: ['ask_again' as const, 'refund_paid' as const] }
  serve({ [LIST]: { items: [owing], total: 1, differences: [], differencesTotal: 0 } })
  setup(<PaymentList />)

  const button = await screen.findByRole('button', { name: 'Refund paid another way' })
  expect(button).toHaveAccessibleDescription('$47.80 is owed to the traveler')
  expect(screen.getByRole('button', { name: 'Check again now' })).not.toHaveAccessibleDescription()
})

test('each dispute stands on its card as its latest event says, and a hold only where one is', async () => {
  const event = (what: string) => ({ ...first, what: `charge.dispute.${what}` })
  const history = [
    event('created: dp_1 of charge ch_1, an inquiry'),
    event('updated'),
    event('updated: dp_1 of charge ch_1, the money was taken back'),
    event('created: dp_2 of charge ch_1, an inquiry'),
  ]
  const disputed = { ...item, captureBefore: '2026-03-08T12:00:00Z', history }
  serve({ [LIST]: { items: [disputed], total: 1, differences: [], differencesTotal: 0 } })
  setup(<PaymentList />)

  expect(await screen.findByText('dp_1 of charge ch_1, the money was taken back')).toBeVisible()
  expect(screen.getByText('dp_2 of charge ch_1, an inquiry')).toBeVisible()
  expect(screen.queryByText('dp_1 of charge ch_1, an inquiry')).not.toBeInTheDocument()
  expect(screen.queryByText(/the hold ends/)).not.toBeInTheDocument()
})

test('a dispute of no payment is no difference between two ledgers', async () => {
  const dispute = { ...difference, what: 'disputed: dp_1 of charge ch_1, 77.00 USD' }
  serve({ [LIST]: { items: [], total: 0, differences: [dispute], differencesTotal: 1 } })
  setup(<PaymentList />)

  expect(await screen.findByText(/^Disputed: dp_1 of charge ch_1, 77.00 USD, in live mode, since/)).toBeVisible()
})

test('nothing that needs anybody is said in words', async () => {
  serve({ [LIST]: { items: [], total: 0, differences: [], differencesTotal: 0 } })
  setup(<PaymentList />)

  expect(await screen.findByText('No payments need your attention.')).toBeVisible()
})

test('a list that cannot be loaded can be tried again', async () => {
  let answer: Fake<typeof LIST> | Promise<Fake<typeof LIST>> = problem(503, 'SERVICE_UNAVAILABLE', 'Away')
  let arrive = () => undefined as unknown
  serve({ [LIST]: () => answer })
  const { user } = setup(<PaymentList />)

  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load this list. Away')
  answer = new Promise<Fake<typeof LIST>>((resolve) => {
    arrive = () => resolve({ items: [], total: 0, differences: [], differencesTotal: 0 })
  })
  const button = screen.getByRole('button', { name: 'Try Again' })
  await user.click(button)
  // The same button: it must not be drawn anew under the finger.
  expect(button).toBeVisible()
  expect(button).toHaveTextContent('Trying…')
  arrive()
  expect(await screen.findByText('No payments need your attention.')).toBeVisible()
})

test('r005 a decision carries the note and the version that was seen, once the password is proved', async () => {
  let isProved = false
  const calls = serve({
    [LIST]: { items: [item], total: 1, differences: [], differencesTotal: 0 },
    [PROVE]: () => {
      isProved = true
      return done
    },
    [DECIDE]: () => (isProved ? done : problem(401, 'REAUTH_REQUIRED', 'Please enter your password again to go on.')),
  })
  const { user } = setup(<PaymentList />)
  await user.click(await screen.findByRole('button', { name: 'Mark as resolved' }))
  const dialog = await screen.findByRole('dialog', { name: 'Mark as resolved' })
  await user.type(within(dialog).getByLabelText(/What you did/), 'T 4711')
  await user.click(within(dialog).getByRole('button', { name: 'Mark as resolved' }))

  await user.type(await within(dialog).findByLabelText('Password'), 'pass-2026')
  await user.click(within(dialog).getByRole('button', { name: 'Mark as resolved' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(posts(calls).at(-1)?.body).toEqual({ action: 'settled_by_hand', version: 7, note: 'T 4711' })
  expect(calls.filter(({ method }) => method === 'GET')).toHaveLength(2)
})

test('an amount of no payment is resolved as it was shown', async () => {
  const calls = serve({
    [LIST]: { items: [], total: 0, differences: [difference], differencesTotal: 1 },
    [RESOLVE]: done,
  })
  const { user } = setup(<PaymentList />)
  expect(await screen.findByText(/taken \$0.00 in our ledger, \$77.00 at the card provider \(pi_9\)/)).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Mark as resolved' }))
  const dialog = await screen.findByRole('dialog', { name: 'Mark as resolved' })
  await user.type(within(dialog).getByLabelText(/What you did/), 'T 4712')
  await user.click(within(dialog).getByRole('button', { name: 'Mark as resolved' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(posts(calls)[0]?.body).toEqual({
    mode: 'live',
    objectId: 'pi_9',
    what: 'taken',
    currency: 'USD',
    oursMinor: 0,
    theirsMinor: 7700,
    note: 'T 4712',
  })
})

test('a refusal is told where it was asked for', async () => {
  const moved = problem(409, 'NOT_ALLOWED_NOW', 'This has moved on. Please look at it again.')
  serve({ [LIST]: { items: [item], total: 1, differences: [], differencesTotal: 0 }, [DECIDE]: moved })
  const { user } = setup(<PaymentList />)
  await user.click(await screen.findByRole('button', { name: 'Check again now' }))
  const dialog = await screen.findByRole('dialog', { name: 'Check again now' })

  await user.click(within(dialog).getByRole('button', { name: 'Check again now' }))

  expect(await within(dialog).findByRole('alert')).toHaveTextContent('This has moved on.')
})

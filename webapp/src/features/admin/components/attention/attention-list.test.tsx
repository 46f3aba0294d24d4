import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AttentionItem } from '@/lib/api/types'
import { setup } from '@/testing/render'
import { bookingToReview } from '@/testing/reviews'
import { type Call, type Fake, problem, serve } from '@/testing/server'
import AttentionList from './attention-list'

const LIST = 'GET /api/admin/attention'
const DECIDE = 'POST /api/admin/attention/b1'
const PROVE = 'POST /api/admin/login'
const done = { success: true, message: '' }

const item: AttentionItem = {
  ...bookingToReview(),
  bookingReference: '',
  orderId: '',
  total: { amount: '645.00', currency: 'GBP' },
  owed: null,
  captureBefore: '',
  actions: ['ask_again', 'no_order', 'order_is'],
  credits: [],
}

const posts = (calls: Call[]) => calls.filter(({ method }) => method === 'POST')

test('a booking in doubt shows money, age and evidence, and only the actions it allows', async () => {
  serve({ [LIST]: { items: [item], total: 1 } })
  setup(<AttentionList />)

  expect(await screen.findByRole('heading', { name: 'Ada Byron' })).toBeVisible()
  expect(screen.getByText(/£645.00 held/)).toBeVisible()
  expect(screen.getByText(/order_create 1: unknown, status 502, request req_1/)).toBeInTheDocument()
  expect(screen.getByText(/by u1: Ticket 1/)).toBeInTheDocument()
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(names).toEqual(['Check again now', 'There is no order', 'The order is…'])
})

test('what is owed to the traveler stands beside the button that says it was paid, and in its dialog', async () => {
  const owed = { amount: '47.80', currency: 'GBP' }
  const owing = { ...item, state: 'REFUND_FAILED', money: 'taken' as const, owed, actions: ['paid_back' as const] }
  serve({ [LIST]: { items: [owing], total: 1 } })
  const { user } = setup(<AttentionList />)

  const button = await screen.findByRole('button', { name: 'I refunded it' })
  expect(button).toHaveAccessibleDescription('£47.80 is owed to the traveler')
  expect(screen.getByText(/£645.00 taken/)).toBeVisible()
  await user.click(button)
  expect(within(await screen.findByRole('dialog')).getByText('£47.80 is owed to the traveler')).toBeVisible()
})

test('the airline credits of a cancelled trip are among its facts', async () => {
  const given = { holder: 'Ada Byron', name: '', amount: { amount: '500.00', currency: 'GBP' }, issuedOn: '2026-02-14' }
  const credits = [
    { ...given, code: 'CREDIT4711' },
    { ...given, code: null, amount: null, issuedOn: null },
  ]
  serve({ [LIST]: { items: [{ ...item, credits }], total: 1 } })
  setup(<AttentionList />)

  expect(await screen.findByText('Ada Byron, £500.00, code CREDIT4711, issued on 2026-02-14')).toBeVisible()
  expect(screen.getByText('Ada Byron, no code yet')).toBeVisible()
})

test('the link of a mail leads to its case, once the list is there', async () => {
  window.location.hash = '#booking-b1'
  serve({ [LIST]: { items: [{ ...item, bookingId: 'b0', contactName: 'Grace Hopper' }, item], total: 2 } })
  setup(<AttentionList />)

  await waitFor(() => expect(screen.getByRole('heading', { name: 'Ada Byron' })).toHaveFocus())
  window.location.hash = ''
})

test('nothing that needs anybody is said in words', async () => {
  serve({ [LIST]: { items: [], total: 0 } })
  setup(<AttentionList />)

  expect(await screen.findByText('No bookings need your attention.')).toBeVisible()
})

test('a list that cannot be loaded can be tried again', async () => {
  let answer: Fake<typeof LIST> = problem(503, 'SERVICE_UNAVAILABLE', 'Away')
  serve({ [LIST]: () => answer })
  const { user } = setup(<AttentionList />)

  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load this list. Away')
  answer = { items: [], total: 0 }
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('No bookings need your attention.')).toBeVisible()
})

test('a decision carries the order, the note and the version that was seen, and the list is read again', async () => {
  const calls = serve({ [LIST]: { items: [item], total: 1 }, [DECIDE]: done })
  const { user } = setup(<AttentionList />)

  await user.click(await screen.findByRole('button', { name: 'The order is…' }))
  const dialog = await screen.findByRole('dialog', { name: 'The order is…' })
  await user.type(within(dialog).getByLabelText(/order ID/), 'ord_1')
  await user.type(within(dialog).getByLabelText(/Who told you/), 'T 4711')
  await user.click(within(dialog).getByRole('button', { name: 'The order is…' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(posts(calls)[0]?.body).toEqual({
    action: 'order_is',
    version: 7,
    note: 'T 4711',
    orderId: 'ord_1',
  })
  expect(calls.filter(({ method }) => method === 'GET')).toHaveLength(2)
})

test('r005 the password is asked for where it was given too long ago, and the decision goes on', async () => {
  let isProved = false
  const calls = serve({
    [LIST]: { items: [item], total: 1 },
    [PROVE]: () => {
      isProved = true
      return done
    },
    [DECIDE]: () => (isProved ? done : problem(401, 'REAUTH_REQUIRED', 'Please enter your password again to go on.')),
  })
  const { user } = setup(<AttentionList />)
  await user.click(await screen.findByRole('button', { name: 'There is no order' }))
  const dialog = await screen.findByRole('dialog', { name: 'There is no order' })
  await user.type(within(dialog).getByLabelText(/the airline’s confirmation/), 'T 4711')
  await user.click(within(dialog).getByRole('button', { name: 'There is no order' }))

  await user.type(await within(dialog).findByLabelText('Password'), 'pass-2026')
  await user.click(within(dialog).getByRole('button', { name: 'There is no order' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(posts(calls).map(({ path }) => path)).toEqual([
    '/api/admin/attention/b1',
    '/api/admin/login',
    '/api/admin/attention/b1',
  ])
})

test('r005 a code of the second factor is asked for and sent once, though the decision has to be mended', async () => {
  let prove: Fake<typeof PROVE> = problem(401, 'SECOND_FACTOR_REQUIRED', 'Please enter a code.')
  let answer: Fake<typeof DECIDE> = problem(401, 'REAUTH_REQUIRED', 'Please enter your password again to go on.')
  const calls = serve({ [LIST]: { items: [item], total: 1 }, [PROVE]: () => prove, [DECIDE]: () => answer })
  const { user } = setup(<AttentionList />)
  await user.click(await screen.findByRole('button', { name: 'There is no order' }))
  const dialog = await screen.findByRole('dialog', { name: 'There is no order' })
  const send = () => user.click(within(dialog).getByRole('button', { name: 'There is no order' }))
  await send()
  await user.type(await within(dialog).findByLabelText('Password'), 'pass-2026')
  await send()
  await user.type(await within(dialog).findByLabelText('Code'), '123456')
  prove = done
  answer = problem(422, 'VALIDATION_ERROR', 'Say where the airline’s confirmation is.')
  await send()

  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Say where the airline’s confirmation is.')
  expect(within(dialog).queryByLabelText('Code')).toBeNull()
  answer = done
  await send()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  const proofs = posts(calls).filter(({ path }) => path === '/api/admin/login')
  expect(proofs.map(({ body }) => body)).toEqual([{ password: 'pass-2026' }, { password: 'pass-2026', code: '123456' }])
})

test('what has moved on is said, cannot be sent again, and leads back to a list that is read anew', async () => {
  const calls = serve({
    [LIST]: { items: [item], total: 1 },
    [DECIDE]: problem(409, 'NOT_ALLOWED_NOW', 'This booking has moved on.'),
  })
  const { user } = setup(<AttentionList />)
  await user.click(await screen.findByRole('button', { name: 'Check again now' }))
  const dialog = await screen.findByRole('dialog', { name: 'Check again now' })
  await user.click(within(dialog).getByRole('button', { name: 'Check again now' }))

  expect(await within(dialog).findByRole('alert')).toHaveTextContent('This booking has moved on.')
  expect(within(dialog).queryByRole('button', { name: 'Check again now' })).not.toBeInTheDocument()
  await user.click(within(dialog).getByRole('button', { name: 'Back to the list' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(calls.filter(({ method }) => method === 'GET')).toHaveLength(2)
})

test('a list that is not shown to its end says how long it is', async () => {
  serve({ [LIST]: { items: [item], total: 130 } })
  setup(<AttentionList />)

  expect(await screen.findByText(/Showing the oldest 1 of 130 bookings/)).toBeVisible()
})

test('a refusal is told where it was asked for', async () => {
  serve({
    [LIST]: { items: [item], total: 1 },
    [DECIDE]: problem(422, 'VALIDATION_ERROR', 'This order is for other flights.'),
  })
  const { user } = setup(<AttentionList />)
  await user.click(await screen.findByRole('button', { name: 'Check again now' }))
  const dialog = await screen.findByRole('dialog', { name: 'Check again now' })

  await user.click(within(dialog).getByRole('button', { name: 'Check again now' }))

  expect(await within(dialog).findByRole('alert')).toHaveTextContent('This order is for other flights.')
})

test('a list that could not be read again stays as it was read', async () => {
  let isAway = false
  const away = problem(503, 'SERVICE_UNAVAILABLE', 'Please try again shortly.')
  const calls = serve({ [LIST]: () => (isAway ? away : { items: [item], total: 1 }) })
  const { user } = setup(<AttentionList />)
  await user.click(await screen.findByRole('button', { name: 'Check again now' }))

  isAway = true
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))

  await waitFor(() => expect(calls).toHaveLength(2))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(screen.getByRole('heading', { name: 'Ada Byron' })).toBeVisible()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

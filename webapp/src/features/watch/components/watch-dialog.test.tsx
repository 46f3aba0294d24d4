import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { standAt } from '@/testing/address'
import { traveller, usd } from '@/testing/bookings'
import { setup } from '@/testing/render'
import { type Answers, problem, serve } from '@/testing/server'
import { watchedTrip } from '@/testing/watches'
import { criteriaOf } from '../lib/trip'
import type { PagePrices } from '../lib/watched-in-words'
import { WatchButton, WatchLink, WatchTool } from './watch-button'

vi.mock('next/navigation', async () => (await import('@/testing/address')).navigation())

const WATCH = 'POST /api/watches'
const USER = 'GET /api/auth/user'
const mailed = { state: 'mailed', message: '' } as const
const nobody = problem(401, 'NOT_AUTHENTICATED', 'Not authenticated')

/** Presses the button that opens the dialog. */
async function open<Asked extends string>(answers: Answers<Asked>, prices: PagePrices = {}) {
  const calls = serve({ [USER]: nobody, ...answers })
  const { user } = setup(<WatchButton criteria={criteriaOf(watchedTrip())} {...prices} />)
  const button = screen.getByRole('button', { name: 'Watch this price' })
  await user.click(button)
  const dialog = await screen.findByRole('dialog', { name: /^Watch the price of/ })
  const send = within(dialog).getByRole('button', { name: 'Watch this price' })
  await waitFor(() => expect(send).not.toHaveAttribute('aria-disabled'))
  const sent = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
  return { user, button, dialog: within(dialog), send, sent }
}

beforeEach(() => standAt('/search'))
afterEach(() => vi.unstubAllGlobals())

test('watch01 the dialog names the trip and what is watched of it', async () => {
  const { dialog } = await open({})

  expect(await dialog.findByText('Watch the price of New York to London?')).toBeVisible()
  expect(dialog.getByText('Fri, Mar 5, 2027 to Fri, Mar 12, 2027 · 2 adults, 1 child · Economy')).toBeVisible()
  expect(dialog.getByText('Exactly these dates, travelers and cabin.')).toBeVisible()
})

test.each([
  ['its currency', { lowest: usd('612.00') }, 'We write when the price is at least 5% and $10 lower.'],
  ['the currency of one flight', { flight: usd('788.00') }, 'We write when the price is at least 5% and $10 lower.'],
  [
    'examples while no price is known',
    { lowest: null },
    'We write when the price is lower by at least 5%, and by at least 10 in its currency, such as $10 or €10.',
  ],
])('watch01 the least fall that counts is named in %s', async (_, prices, said) => {
  const { dialog } = await open({}, prices)

  expect(await dialog.findByText(said)).toBeVisible()
})

test.each([
  [
    'the results',
    { lowest: usd('612.00') },
    'The lowest price for this trip, without added bags, today $612 for 3 travelers, on any airline.',
  ],
  [
    'results that still come',
    { lowest: null },
    'The lowest price for this trip, without added bags, for 3 travelers, on any airline.',
  ],
  [
    'one flight',
    { flight: usd('788.00') },
    'The lowest price of these dates, without added bags, on any airline, not this flight alone. This flight is $788 today for 3 travelers.',
  ],
])('watch01 on the page of %s the dialog says which price is watched', async (_, prices, said) => {
  const { dialog } = await open({}, prices)

  expect(dialog.getByText(said)).toBeVisible()
})

test('watch01 how often we write follows the tick', async () => {
  const { user, dialog } = await open({})
  const once = 'We e-mail you once, when the price first falls enough, and then stop watching.'
  expect(dialog.getByText(once)).toBeVisible()

  await user.click(dialog.getByRole('checkbox', { name: 'Tell me again if it falls further' }))

  expect(dialog.getByText('We e-mail you when the price falls enough, at most once a day.')).toBeVisible()
  expect(dialog.queryByText(once)).toBeNull()
})

test.each([
  ['without the tick', false, 'once, when it first falls enough, and then stop watching.'],
  ['with it', true, 'when it falls enough, at most once a day.'],
])('watch01 once the price is watched, the answer says how often we write: %s', async (_, isTicked, said) => {
  const { user, dialog, send } = await open({ [USER]: traveller, [WATCH]: { state: 'active', message: '' } })
  if (isTicked) await user.click(dialog.getByRole('checkbox'))

  await user.click(send)

  expect(await dialog.findByRole('status')).toHaveTextContent(`We’ll e-mail maya@traveller.example ${said}`)
})

test.each([
  ['whoever has not confirmed the address of their account', { ...traveller, isMailboxProved: false }],
  ['a guest', nobody],
])('watch02 the answer to %s names the mail that is on its way, and no list that would not open', async (_, who) => {
  const { user, dialog, send } = await open({ [USER]: who, [WATCH]: mailed })
  const field = dialog.queryByLabelText('E-mail')
  if (field) await user.type(field, 'maya@traveller.example')

  await user.click(send)

  await dialog.findByText(/^We’ve sent an e-mail/)
  expect(dialog.queryByRole('link')).toBeNull()
})

test('watch01 watch02 a guest gives an address, and the answer says that a mail is on its way', async () => {
  const { user, dialog, send, sent } = await open({ [WATCH]: mailed })
  await user.type(dialog.getByLabelText('E-mail'), 'maya@traveller.example')
  await user.click(dialog.getByRole('checkbox', { name: 'Tell me again if it falls further' }))

  await user.click(send)

  const done = await dialog.findByRole('status')
  expect(done).toHaveTextContent('We’ve sent an e-mail to maya@traveller.example. If it asks you to confirm')
  await waitFor(() => expect(done).toHaveFocus())
  expect(sent()).toEqual([{ trip: watchedTrip(), email: 'maya@traveller.example', again: true }])
})

test('watch01 watch02 whoever is signed in types no address, and is watching at once', async () => {
  const active = { state: 'active', message: '' } as const
  const { user, dialog, send, sent } = await open({ [USER]: traveller, [WATCH]: active })
  expect(dialog.getByText('maya@traveller.example')).toBeVisible()
  expect(dialog.queryByLabelText('E-mail')).toBeNull()

  await user.click(send)

  expect(await dialog.findByText(/^You’re watching this price\./)).toBeVisible()
  expect(dialog.getByRole('link', { name: 'See all prices you watch' })).toHaveAttribute('href', '/watched-prices')
  expect(sent()).toEqual([{ trip: watchedTrip(), again: false }])
})

test.each([
  ['a mail that is on its way', mailed, 'Check your e-mail'],
  ['a watch that has begun', { state: 'active', message: '' } as const, 'Watching the price of New York to London'],
])('watch01 after %s the title asks nothing any more', async (_, answer, title) => {
  const { user, send } = await open({ [USER]: traveller, [WATCH]: answer })

  await user.click(send)

  expect(await screen.findByRole('dialog', { name: title })).toBeVisible()
  expect(screen.queryByText(/^Watch the price of/)).toBeNull()
})

type User = Awaited<ReturnType<typeof open>>['user']

const press = (name: string) => (user: User) => user.click(screen.getByRole('button', { name }))

test.each([
  ['Not now', press('Not now')],
  ['Close', press('Close')],
  ['Esc', (user: User) => user.keyboard('{Escape}')],
])('the focus goes into the dialog, and by %s back to the button that opened it', async (_, leave) => {
  const { user, button } = await open({})
  await waitFor(() => expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement))

  await leave(user)

  await waitFor(() => expect(button).toHaveFocus())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('watch01 once the price is watched, closing gives the focus back as well', async () => {
  const active = { state: 'active', message: '' } as const
  const { user, button, dialog, send } = await open({ [USER]: traveller, [WATCH]: active })
  await user.click(send)
  const done = await dialog.findByRole('status')
  await waitFor(() => expect(done).toHaveFocus())
  expect(done).toHaveAttribute('aria-live', 'off')

  await user.keyboard('{Escape}')

  await waitFor(() => expect(button).toHaveFocus())
})

test('watch01 without an address nothing is sent, and the field says so', async () => {
  const { user, dialog, send, sent } = await open({ [WATCH]: mailed })

  await user.click(send)

  expect(await dialog.findByText('Please enter a valid e-mail address')).toBeVisible()
  expect(dialog.getByLabelText('E-mail')).toHaveFocus()
  expect(sent()).toEqual([])
})

const refusedField = (field: string, code: string) =>
  problem(422, 'VALIDATION_ERROR', 'x', { errors: [{ field, code, message: 'x' }] })

test('an address that the server refuses is named at its field', async () => {
  const { user, dialog, send } = await open({ [WATCH]: refusedField('email', 'invalid') })
  await user.type(dialog.getByLabelText('E-mail'), 'maya@traveller.example')

  await user.click(send)

  await waitFor(() => expect(dialog.getByLabelText('E-mail')).toBeInvalid())
  expect(dialog.getByLabelText('E-mail')).toHaveValue('maya@traveller.example')
})

test.each([
  ['watch07 ten watches', problem(409, 'WATCH_LIMIT', 'x'), /You watch ten prices already/],
  ['watch07 a day’s budget', problem(429, 'RATE_LIMITED', 'x'), /too many requests in a short time/],
  ['a day that is over', refusedField('trip.departureDate', 'past'), /These flights have left/],
  ['an airport that nobody knows', refusedField('trip.origin', 'unknown'), /We don’t know an airport of this trip/],
  ['a service that is away', problem(503, 'SERVICE_UNAVAILABLE', 'x'), /not available right now/],
  ['no connection', () => Promise.reject(new TypeError('offline')), /You may be offline/],
])('%s is told above the form, which can be sent again', async (_, answer, told) => {
  const { user, dialog, send } = await open({ [USER]: traveller, [WATCH]: answer })

  await user.click(send)

  expect(await dialog.findByRole('alert')).toHaveTextContent(told)
  expect(send).not.toHaveAttribute('aria-disabled')
})

test.each([
  [
    'of hours is named in hours, with what was done too often',
    40_000,
    /^We don’t watch this price yet. Enough price watches were started from here today. Please try again in about 12 hours.$/,
  ],
  [
    'of less than two hours is named in minutes',
    4_320,
    /Enough price watches were started from here today. Please try again in about 72 minutes.$/,
  ],
  ['of another limit has its words', 90, /too many requests. Please try again in about 2 minutes.$/],
])('watch07 a wait %s', async (_, seconds, told) => {
  const headers = { 'retry-after': String(seconds) }
  const spent = Response.json({ code: 'RATE_LIMITED' }, { status: 429, headers })
  const { user, dialog, send } = await open({ [USER]: traveller, [WATCH]: spent })

  await user.click(send)

  expect(await dialog.findByRole('alert')).toHaveTextContent(told)
})

test('watch01 the link over the list has the icon of the tool that it stands in for on wide screens', () => {
  serve({})
  setup(<WatchLink criteria={criteriaOf(watchedTrip())} />)

  const link = screen.getByText('Watch this price')
  expect(link.querySelector('svg')).not.toBeNull()
})

test.each([
  ['an icon among the tools', WatchTool],
  ['a quiet link over the list', WatchLink],
])('watch01 of the results %s has the same name', (_which, Watch) => {
  serve({})
  setup(<Watch criteria={criteriaOf(watchedTrip())} />)

  expect(screen.getByRole('button', { name: 'Watch this price' })).toHaveAttribute('aria-haspopup', 'dialog')
})

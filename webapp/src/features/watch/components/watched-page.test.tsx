import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { metadata } from '@/app/watched-prices/page'
import { standAt } from '@/testing/address'
import { traveller } from '@/testing/bookings'
import { deferred } from '@/testing/deferred'
import { setup } from '@/testing/render'
import { type Answers, problem, serve } from '@/testing/server'
import { watchedPrice, watchedTrip } from '@/testing/watches'
import { WatchedPage } from './watched-page'

vi.mock('next/navigation', async () => (await import('@/testing/address')).navigation())

const USER = 'GET /api/auth/user'
const LIST = 'GET /api/watches'
const LIST_OF_LINK = 'POST /api/watches/list'
const PREVIEW = 'POST /api/watches/preview'
const CONFIRM = 'POST /api/watches/confirm'
const STOP = 'POST /api/watches/stop?token=t1'
const CHANGE = 'PATCH /api/watches/watch_1'
const DELETE = 'DELETE /api/watches/watch_1'
const nobody = problem(401, 'NOT_AUTHENTICATED', 'Not authenticated')
const done = { success: true, message: '' }
const ONCE = 'We e-mail you once, when the price first falls enough, and then stop watching.'
const AGAIN = 'We e-mail you when the price falls enough, at most once a day.'
const one = { watches: [watchedPrice()] }

/** Arrives at the address; a token stands behind its #. */
function arrive<Asked extends string>(hash: string, answers: Answers<Asked>) {
  standAt(`/watched-prices${hash}`)
  const calls = serve({ [USER]: hash ? nobody : traveller, ...answers })
  const sent = (method: string) => calls.filter((call) => call.method === method)
  return { sent, ...setup(<WatchedPage />) }
}

type User = ReturnType<typeof setup>['user']

const card = async () => within(await screen.findByRole('article', { name: /^New York to London/ }))

afterEach(() => {
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

test('watch05 whoever is signed in sees what they watch', async () => {
  arrive('', { [LIST]: one })
  const shown = await card()

  expect(shown.getByText('Fri, Mar 5, 2027 to Fri, Mar 12, 2027')).toBeVisible()
  expect(shown.getByText('2 adults, 1 child')).toBeVisible()
  const terms = shown.getAllByRole('term').map((term) => `${term.textContent} ${term.nextSibling?.textContent}`)
  expect(terms).toEqual(['Now $612', 'First $690', 'Lowest $605'])
  expect(shown.getByText('From $690 to $612 in 9 days')).toBeVisible()
  expect(shown.getByText(/^Seen /)).toBeVisible()
  expect(shown.getByText(ONCE)).toBeVisible()
})

test('watch05 the line of prices is for the eye alone, and its words are for everybody', async () => {
  arrive('', { [LIST]: one })
  const figure = (await card()).getByRole('figure')

  expect(figure.querySelector('svg')).toHaveAttribute('aria-hidden', 'true')
  expect(within(figure).getByText('From $690 to $612 in 9 days')).toBeVisible()
})

test('watch05 a watch leads to its search', async () => {
  arrive('', { [LIST]: one })
  const shown = await card()
  const link = shown.getByRole('link', { name: /^See flights/ })

  const query = new URL(link.getAttribute('href') ?? '', 'http://same.invalid').searchParams
  expect(Object.fromEntries(query)).toMatchObject({ origin: 'JFK', returnDate: '2027-03-12', ages: '7' })
})

test('watch02 watch05 the token of a mail lists its watches, and leaves the address', async () => {
  const { sent } = arrive('#token=t1', { [LIST_OF_LINK]: one })

  await card()
  expect(window.location.href).not.toContain('t1')
  expect(sent('POST').map(({ body }) => body)).toEqual([{ token: 't1' }])
})

const UNKNOWN = problem(404, 'NOT_FOUND', 'x')
const confirmed = { watch: watchedPrice(), token: 't2' }

/** One answer after the other; the last one stays. */
function inTurn<One>(first: One, ...more: readonly One[]) {
  const answers = [first, ...more]
  let given = 0
  return () => answers[Math.min(given++, answers.length - 1)] ?? first
}

test('watch02 opening the link that starts a watch starts nothing; its button does, and the list follows', async () => {
  const { user, sent } = arrive('#start=t1', {
    [CONFIRM]: confirmed,
    [LIST_OF_LINK]: inTurn<Response | typeof one>(UNKNOWN, one),
  })
  const start = await screen.findByRole('button', { name: 'Start watching' })
  await waitFor(() =>
    expect(sent('POST').map(({ path }) => path)).toEqual(['/api/watches/list', '/api/watches/preview']),
  )
  expect(window.location.href).not.toContain('t1')

  await user.click(start)

  await card()
  expect(sent('POST').map(({ path, body }) => [path, body])).toEqual([
    ['/api/watches/list', { token: 't1' }],
    ['/api/watches/preview', { token: 't1' }],
    ['/api/watches/confirm', { token: 't1' }],
    ['/api/watches/list', { token: 't2' }],
  ])
  const said = screen.getByText('You’re watching New York to London.')
  await waitFor(() => expect(said.closest('[tabindex]')).toHaveFocus())
  const trip = 'Fri, Mar 5, 2027 to Fri, Mar 12, 2027 · 2 adults, 1 child · Economy'
  expect(said.closest('[role=status]')).toHaveTextContent(trip)
  expect(screen.getByText('Links in our e-mails about this price lead back to this list.')).toBeVisible()
})

test('watch02 the question of the link that starts a watch names its trip', async () => {
  arrive('#start=t1', { [PREVIEW]: watchedTrip(), [LIST_OF_LINK]: UNKNOWN })

  await screen.findByRole('heading', { name: 'Start watching this price?' })
  expect(await screen.findByText('New York to London')).toBeVisible()
  expect(screen.getByText('Fri, Mar 5, 2027 to Fri, Mar 12, 2027 · 2 adults, 1 child · Economy')).toBeVisible()
})

const byMenu = 'You’ll find this list in your account menu, under Watched prices.'
const byMail = 'Links in our e-mails about this price lead back to this list.'
const othersOwn = { watches: [watchedPrice({ id: 'watch_2' })] }

test.each([
  ['their menu where it is their own list', one, byMenu, byMail],
  ['mails where it is the list of another address', othersOwn, byMail, byMenu],
])('watch02 whoever is signed in is led back to a started watch by %s', async (_, own, said, unsaid) => {
  const answers = {
    [USER]: traveller,
    [LIST]: own,
    [CONFIRM]: confirmed,
    [LIST_OF_LINK]: inTurn<Response | typeof one>(UNKNOWN, one),
  }
  const { user } = arrive('#start=t1', answers)

  await user.click(await screen.findByRole('button', { name: 'Start watching' }))

  await card()
  expect(await screen.findByText(said)).toBeVisible()
  expect(screen.queryByText(unsaid)).toBeNull()
})

test('watch02 the used link of a watch that runs leads to the list of its address, and names the watch', async () => {
  const { sent } = arrive('#start=t1&watch=watch_1', { [LIST_OF_LINK]: one })

  await card()
  expect(screen.getByText('You’re watching New York to London.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Start watching' })).toBeNull()
  expect(sent('POST').map(({ path }) => path)).not.toContain('/api/watches/confirm')
})

test.each([
  ['that runs', watchedPrice(), 'You’re watching New York to London.'],
  ['that is paused', watchedPrice({ state: 'paused' }), /^Your watch of New York to London is paused\./],
])('watch02 whoever is signed in comes by the used link of their watch %s to their own list', async (_, own, said) => {
  arrive('#start=t1&watch=watch_1', { [USER]: traveller, [LIST]: { watches: [own] } })

  await card()
  expect(screen.getByText(said)).toBeVisible()
})

test.each([
  ['waits for its link', '#start=t1&watch=watch_1', { watches: [watchedPrice({ state: 'pending' })] }],
  ['is another', '#start=t1&watch=watch_2', one],
  ['no list tells of', '#start=t1&watch=watch_1', problem(503, 'SERVICE_UNAVAILABLE', 'x')],
])('watch02 whoever is signed in is asked whether to start a watch that %s', async (_, hash, own) => {
  arrive(hash, { [USER]: traveller, [LIST]: own })

  expect(await screen.findByRole('button', { name: 'Start watching' })).toBeVisible()
})

/** Somebody who could not be read at first, until the page has read them again by itself. */
async function readLate(hash: string, shown: string) {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  let read: Response | typeof traveller = problem(503, 'SERVICE_UNAVAILABLE', 'x')
  const page = arrive(hash, { [USER]: () => read, [LIST]: one })
  const button = await screen.findByRole('button', { name: shown })
  read = traveller
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  const asked = page.sent('GET').filter(({ path }) => path === '/api/auth/user')
  expect(asked.length, 'read again by itself').toBeGreaterThan(1)
  return { ...page, button }
}

test('watch02 a question does not give way under the finger to the list of a user who is read late', async () => {
  const { button } = await readLate('#start=t1&watch=watch_1', 'Start watching')

  expect(button).toBeVisible()
})

test('watch05 after a user who could not be read for a moment the list comes by itself', async () => {
  await readLate('', 'Try Again')

  await card()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('watch05 a list that could not be read for a moment comes by itself, and until then nothing moves', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const answers = [problem(503, 'SERVICE_UNAVAILABLE', 'x')]
  const later = deferred()
  const { sent } = arrive('', { [LIST]: () => answers.shift() ?? later.promise })
  const button = await screen.findByRole('button', { name: 'Try Again' })
  button.focus()

  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(sent('GET').filter(({ path }) => LIST.endsWith(path))).toHaveLength(2)
  expect(button).toHaveFocus()
  expect(button).toHaveTextContent('Try Again')

  await act(async () => later.resolve(one))
  await card()
})

test.each(['#token=t1&watch=watch_1', '#token=t1&watch=watch_2'])(
  'watch05 the list of %s names that watch alone',
  async (hash) => {
    arrive(hash, { [LIST_OF_LINK]: one })

    await card()
    expect(screen.queryAllByText('You’re watching New York to London.')).toHaveLength(hash.endsWith('_1') ? 1 : 0)
  },
)

const over = /^The watch that this e-mail is about has ended\. A watch ends when you book its trip/

test('watch06 the list of a mail about a watch that has ended says that it has, and what ends one', async () => {
  arrive('#token=t1&watch=watch_1', { [LIST_OF_LINK]: { watches: [] } })

  expect(await screen.findByText(over)).toBeVisible()
  expect(screen.getByText('You watch no prices')).toBeVisible()
})

test.each([
  ['the watch of the link runs', '#token=t1&watch=watch_1', one],
  ['the link names none', '#token=t1', { watches: [] }],
])('watch06 nothing is said to have ended where %s', async (_, hash, listed) => {
  arrive(hash, { [LIST_OF_LINK]: listed })
  await screen.findByText(listed.watches.length > 0 ? 'Watching' : 'You watch no prices')

  expect(screen.queryByText(over)).toBeNull()
})

test('watch05 a first price that is not known yet has no place beside the one of now', async () => {
  arrive('', { [LIST]: { watches: [watchedPrice({ first: null })] } })

  const shown = await card()
  expect(shown.getAllByRole('term').map((term) => term.textContent)).toEqual(['Now', 'Lowest'])
})

test('watch05 once it is paused, the words about the watch that a link names say so', async () => {
  const paused = watchedPrice({ state: 'paused' })
  const { user } = arrive('#token=t1&watch=watch_1', { [LIST_OF_LINK]: one, [CHANGE]: paused })
  const shown = await card()

  await user.click(shown.getByRole('button', { name: /^Pause/ }))

  expect(await screen.findByText(/^Your watch of New York to London is paused\./)).toBeVisible()
  expect(screen.queryByText(/^You’re watching/)).toBeNull()
  expect(shown.getByText('No e-mails about it until you resume it.')).toBeVisible()
  expect(shown.queryByText(ONCE)).toBeNull()
})

test('watch01 of a watch that goes on the list says how often we write', async () => {
  arrive('', { [LIST]: { watches: [watchedPrice({ again: true })] } })

  expect((await card()).getByText(AGAIN)).toBeVisible()
})

test('watch02 a link that is used up says so', async () => {
  const { user } = arrive('#start=t1', { [CONFIRM]: problem(422, 'TOKEN_INVALID', 'x') })
  await user.click(await screen.findByRole('button', { name: 'Start watching' }))

  const said = await screen.findByRole('alert')
  expect(said).toHaveTextContent('It has been used or has expired.')
  await waitFor(() => expect(said).toHaveFocus())
  expect(screen.queryByText(/don’t watch|Nothing has started/)).toBeNull()
  expect(screen.getByRole('link', { name: 'Search Flights' })).toHaveAttribute('href', '/')
})

test('watch02 a link that is known to be used up asks for no press', async () => {
  arrive('#start=t1', { [PREVIEW]: problem(422, 'TOKEN_INVALID', 'x'), [LIST_OF_LINK]: UNKNOWN })

  expect(await screen.findByRole('alert')).toHaveTextContent('It has been used or has expired.')
  expect(screen.queryByRole('button', { name: 'Start watching' })).toBeNull()
})

test('watch02 from a link that is used up whoever is signed in goes on to their list', async () => {
  const answers = { [USER]: traveller, [CONFIRM]: problem(422, 'TOKEN_INVALID', 'x'), [LIST]: one }
  const { user } = arrive('#start=t1', answers)
  await user.click(await screen.findByRole('button', { name: 'Start watching' }))

  await user.click(await screen.findByRole('button', { name: 'See all prices you watch' }))

  await card()
})

test('watch02 from a link that is used up nobody is led to a list that would not open', async () => {
  const unproved = { ...traveller, isMailboxProved: false }
  const answers = { [USER]: unproved, [CONFIRM]: problem(422, 'TOKEN_INVALID', 'x'), [LIST]: { watches: [] } }
  const { user } = arrive('#start=t1', answers)
  await user.click(await screen.findByRole('button', { name: 'Start watching' }))

  expect(await screen.findByRole('link', { name: 'Search Flights' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'See all prices you watch' })).toBeNull()
})

test('watch05 opening the link that stops a watch stops nothing; its button does', async () => {
  const { user, sent } = arrive('#stop=t1', { [STOP]: done })
  const stop = await screen.findByRole('button', { name: 'Stop watching' })
  expect(sent('POST')).toEqual([])

  await user.click(stop)

  expect(await screen.findByText(/^You no longer watch this price\./)).toBeVisible()
  expect(sent('POST')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Stop watching' })).toBeNull()
})

test('a stop that failed can be pressed again', async () => {
  const { user } = arrive('#stop=t1', { [STOP]: problem(503, 'SERVICE_UNAVAILABLE', 'x') })
  const stop = await screen.findByRole('button', { name: 'Stop watching' })
  await user.click(stop)

  expect(await screen.findByRole('alert')).toHaveTextContent('not available right now')
  expect(stop).not.toHaveAttribute('aria-disabled')
})

test('watch05 a link that is pasted into the open page counts as well', async () => {
  arrive('', { [LIST]: one })
  await card()

  act(() => {
    window.location.hash = 'stop=t1'
  })

  expect(await screen.findByRole('button', { name: 'Stop watching' })).toBeVisible()
})

test('watch05 a watch is paused and resumed, and the button keeps the focus', async () => {
  let state: 'paused' | 'active' = 'active'
  const turn = () => {
    state = state === 'active' ? 'paused' : 'active'
    return watchedPrice({ state })
  }
  const { user, sent } = arrive('', { [LIST]: one, [CHANGE]: turn })
  const shown = await card()
  await user.click(shown.getByRole('button', { name: /^Pause/ }))
  const resume = await shown.findByRole('button', { name: /^Resume/ })
  expect(resume).toHaveFocus()
  expect(shown.getByRole('status')).toHaveTextContent('Paused')

  await user.click(resume)

  expect(await shown.findByText('Watching')).toBeVisible()
  expect(await shown.findByRole('button', { name: /^Pause/ })).toHaveFocus()
  expect(shown.getAllByRole('status')).toHaveLength(1)
  expect(sent('PATCH').map(({ body }) => (body as { state: string }).state)).toEqual(['paused', 'active'])
})

const unseen = { first: null, now: null, lowest: null, seenAt: null, history: [] }

test.each([
  ['active', 'Not seen yet. We’ll show the price once we’ve seen it.'],
  ['paused', 'Not seen yet'],
] as const)('watch05 in place of the price of a watch that is %s and new stands: %s', async (state, said) => {
  arrive('', { [LIST]: { watches: [watchedPrice({ state, ...unseen })] } })
  const shown = await card()

  expect(shown.getByText(said)).toBeVisible()
  expect(shown.queryAllByRole('term')).toEqual([])
})

test('watch05 only of a watch that was started here just now the first price is told to come within minutes', async () => {
  const [started, earlier] = [watchedPrice(unseen), watchedPrice({ id: 'watch_2', ...unseen })]
  const { user } = arrive('#start=t1', {
    [CONFIRM]: { watch: started, token: 't2' },
    [LIST_OF_LINK]: inTurn<Response | typeof one>(UNKNOWN, { watches: [started, earlier] }),
  })

  await user.click(await screen.findByRole('button', { name: 'Start watching' }))

  const cards = await screen.findAllByRole('article', { name: /^New York to London/ })
  expect(cards[0]).toHaveTextContent('We haven’t checked the price for this watch yet. We usually do within minutes.')
  expect(cards[1]).toHaveTextContent('Not seen yet. We’ll show the price once we’ve seen it.')
})

test('watch02 a watch that waits for its link says so, and has nothing to pause', async () => {
  arrive('', { [LIST]: { watches: [watchedPrice({ state: 'pending', ...unseen })] } })
  const shown = await card()

  expect(shown.getByText('Follow the link in the e-mail that we sent you to start it.')).toBeVisible()
  expect(shown.getByText('First price once you’ve confirmed it')).toBeVisible()
  expect(shown.queryByRole('button', { name: /^Pause/ })).toBeNull()
})

test('watch06 a watch is deleted once that is confirmed, and the heading of the page takes the focus', async () => {
  const { user, sent } = arrive('', { [LIST]: one, [DELETE]: done })
  const shown = await card()
  await user.click(shown.getByRole('button', { name: /^Delete/ }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Stop watching New York to London?' }))
  expect(question.getByRole('button', { name: 'Keep watching' })).toBeVisible()
  expect(sent('DELETE')).toEqual([])

  await user.click(question.getByRole('button', { name: 'Delete' }))

  expect(await screen.findByText('You no longer watch New York to London.')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Watched prices' })).toHaveFocus())
  expect(screen.getByText('You watch no prices')).toBeVisible()
  expect(sent('DELETE')).toHaveLength(1)
})

/** Three watches that are told apart by their destinations. */
const three = {
  watches: ['LHR', 'CDG', 'FRA'].map((destination, place) =>
    watchedPrice({ id: `watch_${place + 1}`, trip: watchedTrip({ destination }) }),
  ),
}

test.each([
  ['the next one', 1, 'FRA'],
  ['the one that is the last then', 2, 'CDG'],
])('watch06 after one of several is deleted the heading of %s takes the focus', async (_, place, next) => {
  const { user } = arrive('', { [LIST]: three, [`DELETE /api/watches/watch_${place + 1}`]: done })
  const buttons = await screen.findAllByRole('button', { name: /^Delete/ })
  await user.click(buttons[place] as HTMLElement)
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))

  const said = await screen.findByText(/^You no longer watch/)
  const names: Record<string, RegExp> = { FRA: /Frankfurt|FRA/, CDG: /Paris|CDG/ }
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H2'))
  expect(document.activeElement).toHaveTextContent(names[next] as RegExp)
  expect(said.closest('[role=status]')).not.toBeNull()
  expect(screen.getAllByText(/^You no longer watch/)).toHaveLength(1)
})

test.each([
  ['Esc', async (user: User) => user.keyboard('{Escape}')],
  ['Keep watching', async (user: User) => user.click(screen.getByRole('button', { name: 'Keep watching' }))],
])('watch06 a deletion that is left by %s gives the focus back to its button', async (_, leave) => {
  const { user } = arrive('', { [LIST]: one })
  const button = (await card()).getByRole('button', { name: /^Delete/ })
  await user.click(button)
  const question = await screen.findByRole('alertdialog')
  await waitFor(() => expect(question).toContainElement(document.activeElement as HTMLElement))

  await leave(user)

  await waitFor(() => expect(button).toHaveFocus())
})

test('watch06 by a mailed link a watch is ended with its token', async () => {
  const { user, sent } = arrive('#token=t1', { [LIST_OF_LINK]: one, [CHANGE]: watchedPrice({ state: 'ended' }) })
  const shown = await card()
  await user.click(shown.getByRole('button', { name: /^Delete/ }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))

  await screen.findByText('You watch no prices')
  expect(sent('PATCH').map(({ body }) => body)).toEqual([{ state: 'ended', token: 't1' }])
})

test('two watches of one route are told apart by their dates', async () => {
  const other = watchedPrice({ id: 'watch_2', trip: watchedTrip({ returnDate: null }) })
  arrive('', { [LIST]: { watches: [watchedPrice(), other] } })
  await screen.findAllByRole('article', { name: /^New York to London/ })

  const names = screen.getAllByRole('button', { name: /^Pause/ }).map((button) => button.getAttribute('aria-label'))
  expect(new Set(names).size).toBe(2)
})

test('without watches the page says how to begin', async () => {
  arrive('', { [LIST]: { watches: [] } })

  expect(await screen.findByText('You watch no prices')).toBeVisible()
  expect(screen.getByText(/^Search for flights, then choose/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Search Flights' })).toHaveAttribute('href', '/')
})

test('watch02 whoever has not confirmed their address is told to, and how', async () => {
  arrive('', { [USER]: { ...traveller, isMailboxProved: false }, [LIST]: { watches: [] } })

  expect(await screen.findByText('Confirm your e-mail address first')).toBeVisible()
  expect(screen.getByText('maya@traveller.example')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Account Settings' })).toHaveAttribute('href', '/account-settings')
  expect(screen.queryByText('You watch no prices')).toBeNull()
})

test('watch02 by a mailed link the list opens for whoever has not confirmed the address of their account', async () => {
  arrive('#token=t1', { [USER]: { ...traveller, isMailboxProved: false }, [LIST_OF_LINK]: one })

  await card()
})

test('whoever is signed out signs in first, and comes back', async () => {
  arrive('', { [USER]: nobody })

  expect(await screen.findByRole('link', { name: 'Sign In' })).toHaveAttribute(
    'href',
    '/login?redirect=%2Fwatched-prices',
  )
})

test('watch02 watch05 after a reload the list of a link is gone, as the token is kept nowhere, and words say how it comes back', async () => {
  const { unmount } = arrive('#token=t1', { [LIST_OF_LINK]: one })
  await card()
  expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie])).not.toContain('t1')
  unmount()

  arrive('', { [USER]: nobody })

  expect(await screen.findByText('Please open the link in your e-mail again')).toBeVisible()
  expect(screen.getByText(/Follow the same link in our e-mail to open it again\./)).toBeVisible()
  expect(screen.queryByText('Please sign in')).toBeNull()
})

test('watch06 after a reload no link is said to lead back to a list that has ended', async () => {
  const { user, unmount } = arrive('#token=t1', { [LIST_OF_LINK]: one, [CHANGE]: watchedPrice({ state: 'ended' }) })
  await user.click((await card()).getByRole('button', { name: /^Delete/ }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await screen.findByText('You watch no prices')
  unmount()

  arrive('', { [USER]: nobody })

  expect(await screen.findByText('Please sign in')).toBeVisible()
})

test.each([
  ['their own list has been opened', '', { [USER]: traveller, [LIST]: one }, () => card()],
  [
    'a link is no longer known',
    '#token=t2',
    { [LIST_OF_LINK]: UNKNOWN },
    () => screen.findByText(/^This link no longer works/),
  ],
])('watch06 once %s after the list of a link, a reload leads back to no link', async (_, hash, answers, shown) => {
  const byLink = arrive('#token=t1', { [LIST_OF_LINK]: one })
  await card()
  byLink.unmount()
  const next = arrive(hash, answers)
  await shown()
  next.unmount()

  arrive('', { [USER]: nobody })

  expect(await screen.findByText('Please sign in')).toBeVisible()
})

test('watch02 a link that nobody knows shows nothing of anybody', async () => {
  arrive('#token=t1', { [LIST_OF_LINK]: problem(404, 'NOT_FOUND', 'x') })

  expect(await screen.findByRole('alert')).toHaveTextContent('This link no longer works')
})

test('a list that could not be read is asked for again', async () => {
  let isAway = true
  const list = () => (isAway ? problem(500, 'INTERNAL_ERROR', 'x') : one)
  const { user } = arrive('', { [LIST]: list })
  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load the prices you watch')
  isAway = false

  await user.click(screen.getByRole('button', { name: 'Try Again' }))

  await card()
})

test('watch05 the page stays out of indexes', () => {
  expect(metadata.robots).toEqual({ index: false })
})

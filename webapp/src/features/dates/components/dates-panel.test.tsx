import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FareDates, FareGraph } from '@/lib/api/types'
import { readCriteria, type SearchCriteria } from '@/lib/criteria'
import { addDays } from '@/lib/dates'
import { standAt } from '@/testing/address'
import { dateCell, datesAnswer, emptyCell, graphAnswer, nineCells } from '@/testing/dates'
import { FakeSource } from '@/testing/event-source'
import { offer } from '@/testing/offers'
import { setup } from '@/testing/render'
import { problem } from '@/testing/server'
import { noteFollowed, takeFollowed } from '../lib/followed-cell'
import { DatesPanel } from './dates-panel'

vi.mock('next/navigation', async () => (await import('@/testing/address')).navigation())

const criteria = readCriteria(
  new URLSearchParams('origin=JFK&destination=LHR&departureDate=2027-01-15&returnDate=2027-01-22'),
)
const earlier = { ...criteria, departureDate: '2027-01-13' }
const insight = { level: 'lower', low: '690', high: '860', sample: 23, basis: 'dates' } as const

/** Answers grid and graph, and keeps what was asked and whether past the browser's cache. Of two grids the last stays. */
function serve(dates: FareDates | Response | readonly FareDates[], graph?: FareGraph) {
  const grids = Array.isArray(dates) ? [...dates] : [dates]
  const asked: (URL & { cache?: RequestCache })[] = []
  vi.stubGlobal('fetch', async (path: string, { cache }: RequestInit) => {
    const url = new URL(path, 'http://localhost')
    asked.push(Object.assign(url, { cache }))
    if (url.pathname === '/api/flights/graph') return Response.json(graph)
    const grid = grids.length > 1 ? grids.shift() : grids[0]
    return grid instanceof Response ? grid.clone() : Response.json(grid)
  })
  return asked
}

const at = (amount: string) => ({ ...offer().price, amount, observedAt: new Date().toISOString() })
interface Part {
  isSettled?: boolean
  found?: ReturnType<typeof at>
  of?: SearchCriteria
  onFlights?: () => void
}
const panel = (part: Part = {}) => (
  <DatesPanel
    criteria={part.of ?? criteria}
    onClose={() => undefined}
    onFlights={part.onFlights ?? (() => undefined)}
    isSettled={part.isSettled ?? true}
    found={part.found ?? null}
  />
)
const grid = () => screen.findByRole('grid', { name: 'Prices by departure and return' })
const cells = async () => within(await grid()).getAllByRole('link')

beforeEach(() => {
  standAt('/search')
  sessionStorage.clear()
  FakeSource.install()
})
afterEach(() => {
  takeFollowed(criteria)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('day03 day04 the days around the chosen ones stand in a grid, each cell named in words', async () => {
  const asked = serve(datesAnswer())
  setup(panel())

  expect(await cells()).toHaveLength(9)
  expect(
    screen.getByRole('link', {
      name: /^Leave Friday, January 15, return Friday, January 22, from 638 US dollars, seen .*, your dates$/,
    }),
  ).toHaveAttribute('aria-current', 'true')
  expect(
    screen.getByRole('link', { name: 'Leave Thursday, January 14, return Thursday, January 21, not looked up' }),
  ).toHaveTextContent('–')
  expect(asked[0]?.searchParams.get('span')).toBe('3')
})

test('day03 one way has a strip of days', async () => {
  const oneWay = { ...criteria, returnDate: null, tripType: 'one-way' as const }
  serve(
    datesAnswer({
      cells: [-1, 0, 1].map((day) => dateCell({ departureDate: addDays('2027-01-15', day), returnDate: null })),
    }),
  )
  setup(panel({ of: oneWay }))

  const strip = await screen.findByRole('grid', { name: 'Prices by departure' })
  expect(within(strip).getAllByRole('link')).toHaveLength(3)
})

test('day05 a cell leads to the search of its dates, where these prices stay open', async () => {
  serve(datesAnswer())
  setup(panel())

  const [first] = await cells()
  const { pathname, searchParams } = new URL(first?.getAttribute('href') ?? '', 'http://localhost')

  expect(pathname).toBe('/search')
  expect(['origin', 'departureDate', 'returnDate', 'dates'].map((name) => searchParams.get(name))).toEqual([
    'JFK',
    '2027-01-14',
    '2027-01-21',
    '1',
  ])
})

test('day04 the grid is one stop of the tab key, and arrows, Home and End move in it', async () => {
  serve(datesAnswer())
  const { user } = setup(panel())
  const all = await cells()
  const [, , , left, middle, right, , below] = all

  expect(all.filter((cell) => cell.tabIndex === 0)).toEqual([middle])
  act(() => middle?.focus())
  await user.keyboard('{ArrowDown}')
  expect(below).toHaveFocus()
  await user.keyboard('{ArrowUp}{End}')
  expect(right).toHaveFocus()
  await user.keyboard('{Home}')
  expect(left).toHaveFocus()
  expect(all.filter((cell) => cell.tabIndex === 0)).toEqual([left])
})

test('the keyboard that has followed a cell stands on the cell of its dates again', async () => {
  serve(datesAnswer())
  noteFollowed(earlier, criteria, dateCell())
  setup(panel())

  await waitFor(async () => expect((await cells())[4]).toHaveFocus())
})

test('the keyboard that has followed a cell stands on the heading until the cell is there', async () => {
  let answer: (response: Response) => void = () => undefined
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  noteFollowed(earlier, criteria, dateCell())
  setup(panel())
  expect(screen.getByRole('heading', { name: 'Prices on other dates' })).toHaveFocus()

  act(() => answer(Response.json(datesAnswer())))

  await waitFor(async () => expect((await cells())[4]).toHaveFocus())
})

test('where a graph is shown, the keyboard that has followed a cell stands on the heading', async () => {
  serve(datesAnswer(), graphAnswer(0))
  sessionStorage.setItem('datesShown', '"graph"')
  noteFollowed(earlier, criteria, dateCell())
  setup(panel())

  await screen.findByRole('img', { name: /^Lowest prices seen by day/ })
  expect(screen.getByRole('heading', { name: 'Prices on other dates' })).toHaveFocus()
})

test('without a followed cell a panel that opens takes no focus', async () => {
  serve(datesAnswer())
  setup(panel())
  await grid()

  expect(document.body).toHaveFocus()
})

const bagWords = 'Prices of dates are fares without added bags.'

test.each(['grid', 'graph'])(
  'day04 bag07 beside prices with a bag the panel says that its own have none (%s)',
  async (shown) => {
    sessionStorage.setItem('datesShown', JSON.stringify(shown))
    standAt('/search?bag=1')
    serve(datesAnswer({ insight }), { ...graphAnswer(0), insight })
    setup(panel())

    await screen.findByText(/^Lower than usual/)
    expect(screen.getByText(bagWords)).toBeVisible()
  },
)

test('day04 bag07 where no price has a bag the panel says nothing of bags', async () => {
  serve(datesAnswer())
  setup(panel())
  await grid()

  expect(screen.queryByText(bagWords)).toBeNull()
})

/** A search that ends at a press, with a fare of $700. */
function Search() {
  const [isSettled, settle] = useState(false)
  return (
    <>
      <button type="button" onClick={() => settle(true)}>
        End
      </button>
      {panel(isSettled ? { found: at('700.00') } : { isSettled })}
    </>
  )
}

test('day05 once the search has ended, prices are read again and its own is in its cell', async () => {
  const asked = serve(datesAnswer())
  const { user } = setup(<Search />)
  await grid()
  expect(asked).toHaveLength(1)

  await user.click(screen.getByRole('button', { name: 'End' }))

  expect(
    await screen.findByRole('link', { name: /from 700 US dollars, seen just now, your dates$/ }),
  ).toBeInTheDocument()
  await waitFor(() => expect(asked.map(({ cache }) => cache)).toEqual([undefined, 'reload']))
})

test('day05 a first reading that the end of the search has overtaken fails in words, not in silence', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path)
    return asked.length === 1 ? new Promise(() => undefined) : Promise.resolve(problem(503, 'SERVICE_UNAVAILABLE', 'x'))
  })
  const { user } = setup(<Search />)
  await waitFor(() => expect(asked).toHaveLength(1))

  await user.click(screen.getByRole('button', { name: 'End' }))

  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load prices of other dates.')
})

test('day08 the insight says how the price compares, in the words of what it rests on', async () => {
  serve(datesAnswer({ insight }))
  setup(panel())

  const line = await screen.findByText(/^Lower than usual for this route: \$638$/)
  expect(line.parentElement).toHaveTextContent(
    'Lower than usual for this route: $638; usually $690 to $860 (middle half of 23 dates seen here).',
  )
})

test('day08 without enough seen nothing is said', async () => {
  serve(datesAnswer())
  setup(panel())
  await grid()

  expect(screen.queryByText(/usual/)).toBeNull()
})

test.each(['grid', 'graph'])('day08 of another price than the search has found nothing is said (%s)', async (shown) => {
  sessionStorage.setItem('datesShown', JSON.stringify(shown))
  serve(datesAnswer({ insight }), { ...graphAnswer(0), insight })
  const { rerender } = setup(panel())
  await screen.findByText(/^Lower than usual/)

  rerender(panel({ found: at('638') }))
  expect(screen.getByText(/^Lower than usual/)).toBeVisible()

  rerender(panel({ found: at('700.00') }))
  expect(screen.queryByText(/^Lower than usual/)).toBeNull()
})

test('day06 empty days are looked up by a press, come in one by one and stop at the budget', async () => {
  const asked = serve(datesAnswer())
  const { user } = setup(panel())
  await user.click(await screen.findByRole('button', { name: 'Look up the empty days' }))
  const stream = FakeSource.opened[0] as FakeSource

  stream.tell('cell', dateCell({ departureDate: '2027-01-14', returnDate: '2027-01-21', amount: '590.00' }))
  expect(
    await screen.findByRole('link', { name: /^Leave Thursday, January 14, .*, from 590 US dollars, seen / }),
  ).toBeVisible()
  expect(screen.getAllByText('Looked up 1 of 8')[0]).toBeVisible()

  stream.tell('done', { lookedUp: 1, of: 8, reason: 'budget', againAt: null })
  const told = await screen.findAllByText('Looked up 1 of 8. You can look up more.')
  expect(told.some((text) => text.getAttribute('role') === 'status')).toBe(true)
  expect(screen.getByRole('button', { name: 'Look up the empty days' })).toBeVisible()
  await waitFor(() => expect(asked.map(({ cache }) => cache)).toEqual([undefined, 'reload']))
})

test('day04 no price is called the lowest seen, low or high before the fifth is there', async () => {
  const priced = nineCells().map((cell, place) =>
    place < 3 ? dateCell({ ...cell, state: 'seen', amount: `${700 + place}.00`, currency: 'USD' }) : cell,
  )
  const asked = serve(datesAnswer({ cells: priced }))
  const { user } = setup(panel())
  await user.click(await screen.findByRole('button', { name: 'Look up the empty days' }))
  const marks = async () => (await cells()).map(({ dataset }) => dataset.third).filter(Boolean)
  expect(screen.queryByRole('link', { name: /lowest seen|, (low|middle|high)(,|$)/ })).toBeNull()
  expect(await marks()).toEqual([])

  const [last] = nineCells().slice(-1)
  const stream = FakeSource.opened[0] as FakeSource
  stream.tell('cell', dateCell({ ...last, state: 'seen', amount: '590.00', currency: 'USD' }))

  expect(await screen.findByRole('link', { name: /from 590 .*, lowest seen$/ })).toBeVisible()
  expect(screen.getAllByRole('link', { name: /lowest seen/ })).toHaveLength(1)
  expect(await marks()).toHaveLength(5)

  stream.tell('done', { lookedUp: 1, of: 5, reason: 'budget', againAt: null })
  await waitFor(() => expect(asked.map(({ cache }) => cache)).toEqual([undefined, 'reload']))
})

/** `later`: the grids that are read once the look-up has ended. */
async function lookUpAll(part: Partial<FareDates>, ...later: Partial<FareDates>[]) {
  serve([part, ...later].map(datesAnswer))
  const { user } = setup(panel())
  const button = await screen.findByRole('button', { name: 'Look up the empty days' })
  await user.click(button)
  return { button, stream: FakeSource.opened[0] as FakeSource }
}

test('day07 where the budget of the hour is spent the button goes, and a sentence that counts no seconds says until when', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(2026, 10, 26, 15, 0, 10) })
  const { button, stream } = await lookUpAll({})
  const againAt = new Date(2026, 10, 26, 15, 2, 30).toISOString()

  stream.tell('done', { lookedUp: 3, of: 8, reason: 'budget', againAt })

  const words = 'Looked up 3 of 8. The look-ups of this hour are used up. You can look up more after 15:03 your time.'
  await waitFor(() => expect(button).not.toBeInTheDocument())
  const told = screen.getAllByText(words)[0]
  expect(told).toHaveFocus()
  act(() => void vi.advanceTimersByTime(119_000))
  expect(told).toHaveTextContent(words)
  expect(screen.queryByRole('button', { name: 'Look up the empty days' })).toBeNull()

  act(() => void vi.advanceTimersByTime(61_000))
  expect(await screen.findByRole('button', { name: 'Look up the empty days' })).toBeVisible()
  await waitFor(() => expect(screen.queryByText(words)).toBeNull())
  expect(screen.getAllByText('Looked up 3 of 8. You can look up more.')[0]).toBeVisible()
})

const spent = { lookUp: { allowed: true, left: 0 } }
const overNow = 'Looked up 3 of 8. No more days can be looked up at the moment.'

test('day07 once more can be looked up the grid is read again, and tells whether there is a button', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(2026, 10, 26, 15, 0, 10) })
  const { button, stream } = await lookUpAll({}, spent)
  const againAt = new Date(2026, 10, 26, 15, 2, 30).toISOString()
  stream.tell('done', { lookedUp: 3, of: 8, reason: 'budget', againAt })
  await waitFor(() => expect(button).not.toBeInTheDocument())

  act(() => void vi.advanceTimersByTime(180_000))

  expect((await screen.findAllByText(overNow))[0]).toBeVisible()
  await waitFor(() => expect(screen.queryByText(/You can look up more/)).toBeNull())
  expect(screen.queryByRole('button', { name: 'Look up the empty days' })).toBeNull()
})

test.each(['budget', 'busy'])(
  'day07 a look-up that ended by %s offers no more where the grid has none left',
  async (reason) => {
    const { button, stream } = await lookUpAll({}, spent)

    stream.tell('done', { lookedUp: 3, of: 8, reason, againAt: null })

    expect((await screen.findAllByText(overNow))[0]).toBeVisible()
    expect(button).not.toBeInTheDocument()
    await waitFor(() => expect(screen.queryByText(/You can look up more|try again/)).toBeNull())
  },
)

test('day07 a look-up of a trip that the airlines refuse says so and is not offered again', async () => {
  const { button, stream } = await lookUpAll({})

  stream.tell('done', { lookedUp: 0, of: 8, reason: 'refused', againAt: null })

  const words = 'Looked up 0 of 8. Airlines can’t be asked for this trip. Please check its airports.'
  expect((await screen.findAllByText(words))[0]).toBeVisible()
  expect(button).not.toBeInTheDocument()
})

test('day06 that no day is empty is said only where that is so', async () => {
  const { stream } = await lookUpAll({ cells: nineCells().slice(3, 5) })
  const [empty] = nineCells().slice(3)

  stream.tell('done', { lookedUp: 1, of: 1, reason: 'complete', againAt: null })
  expect((await screen.findAllByText('Looked up 1 of 1. Some airlines didn’t answer.'))[0]).toBeVisible()

  stream.tell('cell', dateCell(empty && { departureDate: empty.departureDate }))
  expect((await screen.findAllByText('Looked up 1 of 1. No day is empty.'))[0]).toBeVisible()
})

test('day06 the keyboard that has started a look-up stands on its outcome when the button goes', async () => {
  const { button, stream } = await lookUpAll({ cells: nineCells().slice(3, 5) })
  const [empty] = nineCells().slice(3)
  expect(button).toHaveFocus()

  stream.tell('cell', dateCell(empty && { departureDate: empty.departureDate }))
  stream.tell('done', { lookedUp: 1, of: 1, reason: 'complete', againAt: null })

  await waitFor(() => expect(button).not.toBeInTheDocument())
  expect(document.activeElement).toHaveTextContent(/^Looked up 1 of 1/)
})

test('day06 a view that is left while days are looked up keeps what has come', async () => {
  const asked = serve(datesAnswer(), graphAnswer(0))
  const { user } = setup(panel())
  await user.click(await screen.findByRole('button', { name: 'Look up the empty days' }))

  await user.click(screen.getByRole('radio', { name: 'Price graph' }))

  await waitFor(() =>
    expect(asked.filter(({ pathname }) => pathname === '/api/flights/dates').map(({ cache }) => cache)).toEqual([
      undefined,
      'reload',
    ]),
  )
  expect(FakeSource.opened[0]?.isClosed).toBe(true)
})

test('day07 the grid says beforehand how many of its empty days can be looked up', async () => {
  const asked = serve(datesAnswer({ lookUp: { allowed: true, left: 3 } }))
  const { user } = setup(panel())
  const limit = await screen.findByText('You can look up 3 of 8 empty days now, the nearest first.')
  expect(limit).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Look up the empty days' }))

  expect(limit).not.toBeInTheDocument()

  const stream = FakeSource.opened[0] as FakeSource
  stream.tell('done', { lookedUp: 3, of: 8, reason: 'budget', againAt: null })
  await waitFor(() => expect(asked.map(({ cache }) => cache)).toEqual([undefined, 'reload']))
})

test('day07 where all empty days can be looked up, no limit is named', async () => {
  serve(datesAnswer({ lookUp: { allowed: true, left: 8 } }))
  setup(panel())
  await screen.findByRole('button', { name: 'Look up the empty days' })

  expect(screen.queryByText(/^You can look up/)).toBeNull()
})

test('day05 the panel leads to the flights of its dates', async () => {
  serve(datesAnswer())
  const onFlights = vi.fn()
  const { user } = setup(panel({ onFlights }))

  await user.click(screen.getByRole('button', { name: 'See the flights' }))

  expect(onFlights).toHaveBeenCalledOnce()
})

const noneLeft = 'No more days can be looked up at the moment.'

test.each([
  ['they may not be looked up', { lookUp: { allowed: false, left: 0 } }, []],
  ['the budget is spent', { lookUp: { allowed: true, left: 0 } }, [noneLeft]],
  ['no day is empty', { cells: [dateCell()] }, []],
])('day07 where %s there is no button', async (_, part, said) => {
  serve(datesAnswer(part))
  setup(panel())
  await grid()

  expect(screen.queryByRole('button', { name: 'Look up the empty days' })).toBeNull()
  expect(screen.queryAllByText(noneLeft).map((text) => text.textContent)).toEqual(said)
})

test('the keyboard reaches the choice of view before the button that closes the panel, as they stand', async () => {
  serve(datesAnswer())
  const { user } = setup(panel())
  await grid()

  await user.tab()
  expect(screen.getByRole('radio', { name: 'Dates' })).toHaveFocus()
  await user.tab()
  expect(screen.getByRole('button', { name: 'Close dates' })).toHaveFocus()
})

test('a party that no booking could have is told why in both views', async () => {
  const notice = { code: 'TOO_MANY_INFANTS', message: 'x' }
  serve(datesAnswer({ cells: [], notice }), { ...graphAnswer(0), bars: [], notice })
  const { user } = setup(panel())
  expect(await screen.findByText(/^Each infant sits on an adult's lap/)).toBeVisible()

  await user.click(screen.getByRole('radio', { name: 'Price graph' }))

  expect(await screen.findByText(/^Each infant sits on an adult's lap/)).toBeVisible()
  expect(screen.queryByText('Dates are not shown at the moment.')).toBeNull()
})

test('where dates are switched off the panel says so', async () => {
  serve(datesAnswer({ cells: [] }))
  setup(panel())

  expect(await screen.findByText('Dates are not shown at the moment.')).toBeVisible()
})

test('a failure says why, and is tried again by a press', async () => {
  const asked = serve(problem(503, 'SERVICE_UNAVAILABLE', 'Away'))
  const { user } = setup(panel())

  expect(await screen.findByRole('alert')).toHaveTextContent('This service is not available right now.')
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(asked).toHaveLength(2))
})

async function openGraph(historyDays: number) {
  const asked = serve(datesAnswer(), graphAnswer(historyDays))
  const { user } = setup(panel())
  await user.click(screen.getByRole('radio', { name: 'Price graph' }))
  await screen.findByRole('img', { name: 'Lowest prices seen by day of departure, from $590 to $638' })
  return { asked, user }
}

/** With these, five prices of the graph are seen. */
const threeMore = () =>
  ['600.00', '610.00', '620.00'].map((amount, day) =>
    dateCell({ departureDate: addDays('2027-01-18', day), returnDate: addDays('2027-01-25', day), amount }),
  )

test('day03 the graph shows departures with the stay of the search', async () => {
  const { asked } = await openGraph(0)

  expect(['departureDate', 'stay'].map((name) => asked.at(-1)?.searchParams.get(name))).toEqual(['2027-01-15', '7'])
  expect(screen.getByText('Leaving Thu, Jan 14 to Sat, Jan 16, returning 7 days later')).toBeVisible()
})

const few = 'Few prices are known for these months.'

test('day03 a graph that is almost empty says why, and leads to the days around', async () => {
  const { user } = await openGraph(0)
  expect(screen.getByText(few)).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'See the days around yours' }))

  expect(await screen.findByRole('button', { name: 'Look up the empty days' })).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Prices on other dates' })).toHaveFocus()
})

test('day03 a graph with five prices says nothing of few', async () => {
  const bars = Array.from({ length: 5 }, (_, day) => dateCell({ departureDate: addDays('2027-01-10', day) }))
  serve(datesAnswer(), { ...graphAnswer(0), bars })
  sessionStorage.setItem('datesShown', '"graph"')
  setup(panel())
  await screen.findByRole('img', { name: /^Lowest prices seen by day/ })

  expect(screen.queryByText(few)).toBeNull()
})

test.each([false, true])(
  'day04 the graph calls none of fewer than five prices the lowest seen (table: %s)',
  async (isTable) => {
    serve(datesAnswer(), graphAnswer(0))
    sessionStorage.setItem('datesShown', '"graph"')
    sessionStorage.setItem('datesAsTable', JSON.stringify(isTable))
    setup(panel())

    await screen.findByText(/^Leaving Thu, Jan 14/)
    expect(screen.queryByText(/lowest seen/i)).toBeNull()
    expect(document.querySelector('.lowest')).toBeNull()
  },
)

test('day03 day04 the graph says in words which of five prices is the lowest', async () => {
  const { bars, ...rest } = graphAnswer(0)
  serve(datesAnswer(), { ...rest, bars: [...bars, ...threeMore()] })
  sessionStorage.setItem('datesShown', '"graph"')
  setup(panel())

  expect(await screen.findByText('Lowest seen: $590, leaving Thu, Jan 14')).toBeVisible()
})

test('day03 the chosen departure has a mark below its bar, and is named with what was seen of it', async () => {
  await openGraph(7)

  const marks = document.querySelectorAll<HTMLElement>('.mark > span')
  expect([...marks].map(({ style }) => style.getPropertyValue('--at'))).toEqual(['50%'])
  expect(screen.getByText('Your dates, leaving Fri, Jan 15: from $638')).toBeVisible()
})

test('day03 a chosen departure that nobody has searched has no price, only its mark', async () => {
  const { bars, ...rest } = graphAnswer(0)
  serve(datesAnswer(), { ...rest, bars: bars.map((bar, place) => (place === 1 ? emptyCell() : bar)) })
  sessionStorage.setItem('datesShown', '"graph"')
  setup(panel())

  expect(await screen.findByText('Your dates, leaving Fri, Jan 15: not looked up')).toBeVisible()
})

test('day03 a table says what the graph shows, and its days lead to their searches', async () => {
  const { user } = await openGraph(0)

  await user.click(screen.getByRole('button', { name: 'Show as a table' }))

  expect(screen.queryByRole('img')).toBeNull()
  const [, first] = screen.getAllByRole('row')
  expect(first).toHaveTextContent(/Thu, Jan 14.*Thu, Jan 21.*from \$590.*\$650/)
  const day = screen.getByRole('link', { name: 'Thu, Jan 14' })
  expect(day.getAttribute('href')).toContain('departureDate=2027-01-14&returnDate=2027-01-21')

  await user.click(screen.getByRole('button', { name: 'Show as a graph' }))
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByRole('button', { name: 'Show as a table' })).toBeVisible()
})

test('day04 the table names what is not looked up, and marks the lowest and what not all airlines have answered', async () => {
  const { bars, ...rest } = graphAnswer(0)
  const euros = dateCell({ departureDate: '2027-01-17', amount: '580.00', currency: 'EUR', complete: false })
  serve(datesAnswer(), { ...rest, bars: [...bars, euros, ...threeMore()] })
  sessionStorage.setItem('datesShown', '"graph"')
  sessionStorage.setItem('datesAsTable', 'true')
  setup(panel())

  await screen.findByRole('link', { name: 'Thu, Jan 14' })
  const rows = screen.getAllByRole('row').map((row) => row.textContent)
  expect(rows[1]).toContain('from $590lowest seen')
  expect(rows[3]).toContain('not looked up')
  expect(rows[4]).toContain('from €580not all airlines')
})

test('day03 r024 a price in another currency is drawn apart from a day without one', async () => {
  const { bars, ...rest } = graphAnswer(0)
  const euros = dateCell({ departureDate: '2027-01-17', amount: '580.00', currency: 'EUR' })
  serve(datesAnswer(), { ...rest, bars: [...bars, euros, ...threeMore()] })
  sessionStorage.setItem('datesShown', '"graph"')
  setup(panel())

  const picture = await screen.findByRole('img', { name: /from \$590 to \$638$/ })
  expect([...picture.querySelectorAll('rect')].map((bar) => bar.getAttribute('class'))).toEqual([
    'lowest',
    'chosen',
    'none',
    'other',
    null,
    null,
    null,
  ])
  expect(screen.getByText('Sun, Jan 17: €580')).toBeInTheDocument()
  expect(screen.getByText(/^Outlined days have prices in another currency/)).toBeVisible()
})

test('day05 the graph has the price that its search has found, and is read again when it ends', async () => {
  const asked = serve(datesAnswer(), graphAnswer(0))
  sessionStorage.setItem('datesShown', '"graph"')
  const { user } = setup(<Search />)
  await screen.findByRole('img', { name: /from \$590 to \$638$/ })

  await user.click(screen.getByRole('button', { name: 'End' }))

  expect(await screen.findByRole('img', { name: /from \$590 to \$700$/ })).toBeVisible()
  await waitFor(() => expect(asked.map(({ cache }) => cache)).toEqual([undefined, 'reload']))
})

test('the keyboard that has followed a day of the table stands on it again, in the table', async () => {
  const { user } = await openGraph(0)
  await user.click(screen.getByRole('button', { name: 'Show as a table' }))
  cleanup()
  noteFollowed(earlier, criteria, dateCell())

  setup(panel())

  await waitFor(() => expect(screen.getByRole('link', { name: 'Fri, Jan 15' })).toHaveFocus())
})

test.each([
  [6, 0],
  [7, 1],
])('day09 a history of %i days is drawn %i times', async (count, drawn) => {
  await openGraph(count)

  expect(screen.queryAllByRole('img', { name: /^Lowest prices seen for your dates day by day/ })).toHaveLength(drawn)
})

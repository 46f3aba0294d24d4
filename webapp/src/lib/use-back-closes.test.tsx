import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onPhone } from '@/testing/media'
import { setOut } from './pending-navigation'
import { useBackCloses } from './use-back-closes'

const address = () => window.location.pathname + window.location.search
const push = (to: string) => window.history.pushState(null, '', to)

const turn = () => new Promise((resolve) => setTimeout(resolve))
/** Going Back takes the browser a turn, and so does what follows from it. */
const settled = () =>
  act(async () => {
    for (let count = 0; count < 8; count += 1) await turn()
  })
async function goBack() {
  window.history.back()
  await settled()
}

/** A sheet over the page, which closes where the page agrees. */
async function open(mayClose = () => true) {
  const closed = vi.fn()
  const sheet = renderHook(({ isOpen }) => useBackCloses(isOpen, close), { initialProps: { isOpen: true } })
  function close() {
    closed()
    if (mayClose()) sheet.rerender({ isOpen: false })
  }
  await settled()
  return { closed, close: () => act(() => sheet.rerender({ isOpen: false })), reopen: sheet.rerender }
}

const heard = vi.fn()

beforeEach(() => {
  onPhone()
  push('/before')
  push('/search?origin=JFK')
  window.addEventListener('popstate', heard)
  heard.mockClear()
})
afterEach(async () => {
  window.removeEventListener('popstate', heard)
  cleanup()
  await settled()
  vi.restoreAllMocks()
})

test('Back closes what lies over the page, and the page hears nothing of it', async () => {
  const { closed } = await open()
  await goBack()

  expect(closed).toHaveBeenCalledOnce()
  expect(address()).toBe('/search?origin=JFK')
  expect(heard).not.toHaveBeenCalled()
  await goBack()
  expect(address()).toBe('/before')
})

test('what is closed by its button leaves no entry behind', async () => {
  const sheet = await open()
  const back = vi.spyOn(window.history, 'back')
  sheet.close()
  await settled()

  expect(back).toHaveBeenCalledOnce()
  expect(heard).not.toHaveBeenCalled()
  await goBack()
  expect(address()).toBe('/before')
})

test('a link in it leads on, and Back from there to the page without a stop', async () => {
  const sheet = await open()
  setOut('/my-trips')
  sheet.close()
  await settled()
  push('/my-trips')
  await settled()

  expect(address()).toBe('/my-trips')
  await goBack()
  expect(address()).toBe('/search?origin=JFK')
  await goBack()
  expect(address()).toBe('/before')
})

test('a page that a button of it leads to at once stays', async () => {
  const sheet = await open()
  push('/booking?step=payment')
  sheet.close()
  await settled()

  expect(address()).toBe('/booking?step=payment')
  await goBack()
  expect(address()).toBe('/search?origin=JFK')
})

test('an address that is pushed while the sheet goes is not lost', async () => {
  const sheet = await open()
  sheet.close()
  await act(turn)
  push('/flight/off_1')
  await settled()

  expect(address()).toBe('/flight/off_1')
  await goBack()
  expect(address()).toBe('/search?origin=JFK')
})

test('Back closes the sheet before it takes back what was chosen in it', async () => {
  const { closed } = await open()
  push('/search?origin=JFK&stops=0')
  await settled()
  await goBack()

  expect(closed).toHaveBeenCalledOnce()
  expect(address()).toBe('/search?origin=JFK&stops=0')
  await goBack()
  expect(address()).toBe('/search?origin=JFK')
})

test.each(['Back', 'its button'])('an address that the sheet has changed stays after %s', async (way) => {
  const sheet = await open()
  window.history.replaceState(null, '', '/search?origin=JFK&most=400')
  if (way === 'Back') await goBack()
  else sheet.close()
  await settled()

  expect(address()).toBe('/search?origin=JFK&most=400')
  await goBack()
  expect(address()).toBe('/before')
})

test('a page that takes the place of the one below its sheet stays, and so do the marks of the router', async () => {
  const sheet = await open()
  setOut('/login')
  window.history.replaceState({ tree: 'login' }, '', '/login')
  sheet.close()
  await settled()

  expect(address()).toBe('/login')
  expect(window.history.state).toEqual({ tree: 'login' })
  expect(heard).not.toHaveBeenCalled()
  await goBack()
  expect(address()).toBe('/before')
})

test('one dialog takes the place of another without a step in between', async () => {
  const details = await open()
  const back = vi.spyOn(window.history, 'back')
  details.close()
  const cancel = await open()

  expect(back).not.toHaveBeenCalled()
  await goBack()
  expect(cancel.closed).toHaveBeenCalledOnce()
  expect(details.closed).not.toHaveBeenCalled()
  expect(address()).toBe('/search?origin=JFK')
})

test('of two that are open Back closes the upper one first', async () => {
  const lower = await open()
  const upper = await open()
  await goBack()
  expect([lower, upper].map(({ closed }) => closed.mock.calls.length)).toEqual([0, 1])
  await goBack()
  expect(lower.closed).toHaveBeenCalledOnce()
  expect(address()).toBe('/search?origin=JFK')
})

test('a dialog that may not close now stays, and so does the page', async () => {
  const { closed } = await open(() => false)
  await goBack()
  await goBack()

  expect(closed).toHaveBeenCalledTimes(2)
  expect(address()).toBe('/search?origin=JFK')
})

test('Back calls off the page that a link was leading to, and the page hears of it', async () => {
  const sheet = await open()
  setOut('/my-trips')
  sheet.close()
  await settled()
  await goBack()

  expect(heard).toHaveBeenCalledOnce()
  expect(address()).toBe('/search?origin=JFK')
})

test('a jump over several pages closes the sheet, and the page hears of it', async () => {
  const { closed } = await open()
  window.history.go(-2)
  await waitFor(() => expect(address()).toBe('/before'))
  await settled()

  expect(closed).toHaveBeenCalledOnce()
  expect(heard).toHaveBeenCalledOnce()
})

test('on a desk Back leads to the page before, whatever lies over this one', async () => {
  vi.restoreAllMocks()
  const { closed } = await open()
  await goBack()

  expect(closed).not.toHaveBeenCalled()
  expect(address()).toBe('/before')
})

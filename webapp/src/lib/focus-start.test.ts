// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { focusStart } from './focus-start'

const start = (content: string) => {
  document.body.innerHTML = `<main tabindex="-1">${content}</main><input />`
  const main = document.querySelector('main') as HTMLElement
  return { main, end: focusStart(main) }
}
const heading = () => document.querySelector('h1')
const field = () => document.querySelector('input') as HTMLInputElement
/** What an observer is told, it hears after what is under way. */
const heard = () => new Promise((done) => setTimeout(done))

beforeEach(() => vi.restoreAllMocks())

test('the focus follows to a heading that comes later', async () => {
  const { main } = start('Loading')
  expect(main).toHaveFocus()

  main.innerHTML = '<h1>Who is traveling?</h1>'
  await heard()

  expect(heading()).toHaveFocus()
})

test('a heading that its style hid has the focus once it is shown, and its own change of style is heard once', async () => {
  const focus = vi.spyOn(HTMLHeadingElement.prototype, 'focus').mockImplementation(() => undefined)
  const { main } = start('<h1 style="display: none">Who is traveling?</h1>')
  await heard()
  const tries = focus.mock.calls.length
  expect(main).toHaveFocus()
  focus.mockRestore()
  expect(tries).toBeLessThan(3)

  heading()?.removeAttribute('style')
  await heard()

  expect(heading()).toHaveFocus()
})

test.each([
  ['to a field', () => field().focus()],
  ['to nothing, by a press', () => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))],
])('a visitor who has gone elsewhere, %s, is not taken back', async (_, go) => {
  const { main } = start('<h1>Who is traveling?</h1>')
  go()
  field().blur()
  heading()?.blur()

  main.append('Please enter a valid e-mail address')
  await heard()

  expect(document.body).toHaveFocus()
})

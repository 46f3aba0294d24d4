import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { setup } from '@/testing/render'
import { Accordion } from './accordion'
import { Badge } from './badge'
import { Button } from './button'
import { Calendar } from './calendar'
import { Counter } from './counter'
import { Field, Input } from './field'
import { Notice } from './notice'
import { Segmented } from './segmented'
import { Tabs } from './tabs'
import { notify } from './toast/notify'
import { Toaster } from './toast/toaster'

test('s032 buttons have eight variants and five sizes, badges seven', () => {
  const variants = ['default', 'destructive', 'outline', 'secondary', 'ghost', 'link', 'glass', 'accent'] as const
  const sizes = ['default', 'sm', 'lg', 'xl', 'icon'] as const
  const badges = ['default', 'secondary', 'destructive', 'outline', 'success', 'warning', 'info'] as const

  setup(
    <>
      {variants.map((variant) => sizes.map((size) => <Button key={variant + size} variant={variant} size={size} />))}
      {badges.map((variant) => (
        <Badge key={variant} variant={variant}>
          badge
        </Badge>
      ))}
    </>,
  )

  const looks = new Set(screen.getAllByRole('button').map((button) => button.className))
  expect(looks.size).toBe(variants.length * sizes.length)
  expect(new Set(screen.getAllByText('badge').map((badge) => badge.className)).size).toBe(badges.length)
})

test('s030 a new toast takes the place of the one before', async () => {
  setup(<Toaster />)

  await act(() => notify({ title: 'Seat Selected' }))
  expect(await screen.findByText('Seat Selected')).toBeInTheDocument()

  await act(() => notify({ title: 'Booking confirmed!', type: 'success' }))
  expect(await screen.findByText('Booking confirmed!')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByText('Seat Selected')).not.toBeInTheDocument())
})

test('r009 a notice that takes the focus has its words for a name, and does not announce itself as well', () => {
  setup(
    <>
      <Notice role="status" tabIndex={-1}>
        Message sent.
      </Notice>
      <Notice role="alert">Login failed.</Notice>
    </>,
  )

  expect(screen.getByRole('status', { name: 'Message sent.' })).toHaveAttribute('aria-live', 'off')
  expect(screen.getByRole('alert')).not.toHaveAttribute('aria-live')
})

test('a field ties its label, its error and its control together', () => {
  setup(
    <Field label="Last name" hint="As printed in the passport" error="Last name is required">
      <Input />
    </Field>,
  )

  const input = screen.getByRole('textbox', { name: /Last name/ })
  expect(input).toBeInvalid()
  expect(input).toHaveAccessibleDescription('Last name is required As printed in the passport')
  expect(input).toBeRequired()
})

test('a field that may be left empty is not told as required', () => {
  setup(
    <Field label="Phone number" optional>
      <Input />
    </Field>,
  )

  expect(screen.getByRole('textbox', { name: /Phone number/ })).not.toBeRequired()
})

function TabsUnderTest() {
  const [value, setValue] = useState<'upcoming' | 'past'>('upcoming')
  const tabs = [
    { value: 'upcoming' as const, label: 'Upcoming', count: 2, panel: 'two trips' },
    { value: 'past' as const, label: 'Past', count: 0, panel: 'none yet' },
  ]
  return <Tabs label="Trips" tabs={tabs} value={value} onChange={setValue} />
}

test('arrows go from tab to tab and show their panel', async () => {
  const { user } = setup(<TabsUnderTest />)

  await user.click(screen.getByRole('tab', { name: /Upcoming/ }))
  await user.keyboard('{ArrowRight}')

  expect(screen.getByRole('tab', { name: /Past/ })).toHaveFocus()
  expect(screen.getByRole('tabpanel')).toHaveTextContent('none yet')

  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('tabpanel')).toHaveTextContent('two trips')
})

const rulesIn = (list: CSSRuleList): CSSStyleRule[] =>
  [...list].flatMap((rule) => [
    ...(rule instanceof CSSStyleRule ? [rule] : []),
    ...('cssRules' in rule ? rulesIn(rule.cssRules as CSSRuleList) : []),
  ])

/** What the last rule for an element says of a property: jsdom itself reads no rule in a layer. */
const styledAs = (element: Element, property: string) =>
  [...document.styleSheets]
    .flatMap((sheet) => rulesIn(sheet.cssRules))
    .filter(({ selectorText }) => element.matches(selectorText))
    .map(({ style }) => style.getPropertyValue(property))
    .findLast(Boolean) ?? ''

test('a row of tabs that goes on at both sides fades at both', () => {
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(200)
  vi.spyOn(HTMLElement.prototype, 'scrollLeft', 'get').mockReturnValue(100)
  setup(<TabsUnderTest />)

  const row = screen.getByRole('tablist')

  expect(row).toHaveAttribute('data-more', 'left right')
  const mask = styledAs(row, 'mask-image').replace(/var\((--\w+)\)/g, (_, name) => styledAs(row, name))
  expect(mask).toBe('linear-gradient(90deg, transparent, #000 2.5rem, #000 calc(100% - 2.5rem), transparent)')
})

test('a segmented control is a group of radio buttons', async () => {
  const onChange = vi.fn()
  const options = [
    { value: 'economy', label: 'Economy' },
    { value: 'first', label: 'First' },
  ]
  const { user } = setup(<Segmented legend="Cabin class" value="economy" options={options} onChange={onChange} />)

  await user.click(screen.getByRole('radio', { name: 'First' }))

  expect(screen.getByRole('group', { name: 'Cabin class' })).toBeInTheDocument()
  expect(onChange).toHaveBeenCalledWith('first')
})

function CounterUnderTest() {
  const [value, setValue] = useState(1)
  const counter = { label: 'Infants', hint: 'Under 2', min: 0, max: 2, limit: 'at most 2' }
  return <Counter {...counter} value={value} spoken={`${value} infants`} onChange={setValue} />
}

test.each(['More', 'Fewer'])('%s keeps the focus at its limit, and says what is counted', async (step) => {
  const { user } = setup(<CounterUnderTest />)
  const button = screen.getByRole('button', { name: `${step} Infants` })
  expect(button).not.toHaveAttribute('aria-disabled')
  button.focus()

  await user.keyboard('{Enter}')

  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(button).toHaveFocus()
  expect(screen.getByRole('status')).toHaveTextContent(step === 'More' ? '2 infants' : '0 infants')
})

test('s043 a counter stops at its limits', async () => {
  const { user } = setup(<CounterUnderTest />)
  const count = () => document.querySelector('output')?.textContent

  await user.tripleClick(screen.getByRole('button', { name: 'More Infants' }))
  expect(count()).toBe('2')
  await user.tripleClick(screen.getByRole('button', { name: 'Fewer Infants' }))
  expect(count()).toBe('0')
})

test('s036 one answer is open at a time, and a press closes it', async () => {
  const { user } = setup(
    <Accordion
      items={[
        { question: 'Visas?', answer: 'Ask the embassy.' },
        { question: 'Fees?', answer: 'None hidden.' },
      ]}
    />,
  )

  await user.click(screen.getByRole('button', { name: 'Visas?' }))
  await user.click(screen.getByRole('button', { name: 'Fees?' }))
  expect(screen.getByText('Ask the embassy.')).not.toBeVisible()
  expect(screen.getByText('None hidden.')).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Fees?' }))
  expect(screen.getByText('None hidden.')).not.toBeVisible()
})

test('s042 the calendar shows one month, refuses the past and moves by keys', async () => {
  const onPick = vi.fn()
  const { user } = setup(
    <Calendar label="Departure" value="2026-11-28" today="2026-11-21" min="2026-11-21" onPick={onPick} />,
  )
  expect(screen.getByText('November 2026')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Friday, November 20, 2026' })).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Previous month' })).toHaveAttribute('aria-disabled', 'true')

  await user.keyboard('{ArrowDown}{Enter}')

  expect(onPick).toHaveBeenCalledWith('2026-12-05')
})

test('the calendar ends with its last day, by button and by key', async () => {
  const onPick = vi.fn()
  const { user } = setup(
    <Calendar
      label="Departure"
      value="2026-11-28"
      today="2026-11-21"
      min="2026-11-21"
      max="2026-12-20"
      onPick={onPick}
    />,
  )
  await user.keyboard('{PageDown}{PageDown}{Enter}')

  expect(onPick).toHaveBeenCalledWith('2026-12-20')
  expect(screen.getByRole('button', { name: 'Monday, December 21, 2026' })).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Next month' })).toHaveAttribute('aria-disabled', 'true')
})

test.each([
  ['Home', 'Sunday, November 22, 2026'],
  ['End', 'Saturday, November 28, 2026'],
])('%s goes to the end of the week and does not scroll the page', async (key, day) => {
  setup(<Calendar label="Departure" value="2026-11-25" today="2026-11-21" min="2026-11-21" onPick={vi.fn()} />)

  // What an event gives back is whether the browser may do what it does by itself.
  expect(fireEvent.keyDown(document.activeElement as Element, { key })).toBe(false)

  expect(screen.getByRole('button', { name: day })).toHaveFocus()
})

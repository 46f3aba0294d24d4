import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as words from '@/messages/dates/graph'
import { dateCell } from '@/testing/dates'
import { ownStyles } from '@/testing/own-styles'
import { setup } from '@/testing/render'
import { barsOf } from '../lib/bars'
import { Bars } from './bars'

const daysOf = (count: number) =>
  Array.from({ length: count }, (_, day) => `2027-01-${String(day + 1).padStart(2, '0')}`)

/** The graph of a month, with this day chosen. */
function drawn(chosen: string) {
  const cells = daysOf(31).map((departureDate) => dateCell({ departureDate, returnDate: null }))
  const bars = barsOf({ cells, currency: 'USD' }, { departureDate: chosen, returnDate: null })
  setup(<Bars bars={bars} currency="USD" label={words.label} />)
  return screen.getByRole('img').parentElement as HTMLElement
}

test('day03 the first and the last day stand at the two ends of the bars, inside their panel', () => {
  const graph = drawn('2027-01-15')
  const labels = [...graph.querySelectorAll('p:last-child > span')]

  expect(labels.map((label) => label.textContent)).toEqual(['Fri, Jan 1', 'Sun, Jan 31'])
  expect(ownStyles(graph, ' p')).toMatch(/display: flex;.* justify-content: space-between/)
  for (const label of labels) expect(label).not.toHaveAttribute('style')
})

test.each([
  ['first', '2027-01-01', 100 / 62],
  ['last', '2027-01-31', 100 - 100 / 62],
])('day03 the mark of the %s day stays inside the panel, however narrow that is', (_, chosen, middle) => {
  const graph = drawn(chosen)
  const mark = graph.querySelector<HTMLElement>('.mark > span')

  expect(Number.parseFloat(mark?.style.getPropertyValue('--at') ?? '')).toBeCloseTo(middle)
  expect(ownStyles(graph, ' .mark span')).toContain('left: clamp(0.25rem, var(--at), calc(100% - 0.25rem))')
})

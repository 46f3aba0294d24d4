import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { setup } from '@/testing/render'
import { ErrorSummary, type FieldProblem } from './error-summary'

const problem = (group: string, field: string): FieldProblem => ({
  group,
  fieldId: field,
  message: `${field} is required`,
})
const fourAndOne = [
  ...['title', 'first', 'last', 'birth'].map((field) => problem('Passenger 1', field)),
  problem('Passenger 2', 'other'),
]

function Page({ problems, attempt = 1 }: { problems: readonly FieldProblem[]; attempt?: number }) {
  return (
    <>
      <ErrorSummary title="Please complete" problems={problems} attempt={attempt} />
      <input id="first" aria-label="First" />
    </>
  )
}

test('s119 each passenger has a count, the first three problems and how many more there are', () => {
  setup(<Page problems={fourAndOne} />)
  const summary = within(screen.getByRole('group'))

  expect(summary.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
    'Passenger 1: 4 fields to check',
    'Passenger 2: 1 field to check',
  ])
  expect(summary.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'title is required',
    'first is required',
    'last is required',
    'and 1 more',
    'other is required',
  ])
})

test('r009 each link names its passenger, and the last one leads to the first field that is not listed', async () => {
  const { user } = setup(
    <>
      <Page problems={fourAndOne} />
      <input id="birth" aria-label="Birth" />
    </>,
  )
  expect(screen.getByRole('link', { name: 'Passenger 2: other is required' })).toBeVisible()

  await user.click(screen.getByRole('link', { name: 'Passenger 1: and 1 more' }))
  expect(screen.getByLabelText('Birth')).toHaveFocus()
})

test('s119 a link gives the focus to its field', async () => {
  const { user } = setup(<Page problems={fourAndOne} />)
  await user.click(screen.getByRole('link', { name: 'Passenger 1: first is required' }))

  expect(screen.getByLabelText('First')).toHaveFocus()
})

function Mending() {
  const [attempt, setAttempt] = useState(1)
  const [left, setLeft] = useState(fourAndOne)
  return (
    <>
      <Page problems={left} attempt={attempt} />
      <button type="button" onClick={() => setLeft(left.slice(1))}>
        Mend one
      </button>
      <button type="button" onClick={() => setAttempt(attempt + 1)}>
        Try Again
      </button>
    </>
  )
}

test('the summary takes the focus once a try and is read once, not while problems are mended', async () => {
  const { user } = setup(<Mending />)
  const summary = screen.getByRole('group', { name: 'Please complete' })
  expect(summary).toHaveFocus()
  expect(summary.closest('[aria-live], [role=alert], [role=status]')).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Mend one' }))
  expect(screen.getByRole('button', { name: 'Mend one' })).toHaveFocus()

  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(summary).toHaveFocus()
})

import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Preflight, PreflightLine } from '@/lib/api/types'
import { deferred } from '@/testing/deferred'
import { setup } from '@/testing/render'
import { type Answers, type Fake, problem, serve } from '@/testing/server'
import PreflightPanel from './preflight-panel'

const RUN = 'POST /api/admin/preflight'
const PROVE = 'POST /api/admin/login'

const line = (title: string, state: PreflightLine['state'], more: Partial<PreflightLine> = {}): PreflightLine => ({
  code: title.toUpperCase(),
  title,
  state,
  isRequired: true,
  evidence: `Seen of ${title}.`,
  remedy: `Mend ${title}.`,
  checkedBy: 'svc-payments',
  ...more,
})

const report = (isReady: boolean, ...lines: PreflightLine[]): Preflight => ({
  checkedAt: '2026-03-01T12:30:00Z',
  isReady,
  lines,
})

const notReady = report(
  false,
  line('Clock', 'passed'),
  line('Balance', 'warning', { isRequired: false, checkedBy: 'svc-offers' }),
  line('Card key', 'failed'),
  line('Webhook', 'skipped'),
)

async function run<Asked extends string>(answers: Answers<Asked>) {
  const calls = serve(answers)
  const { user } = setup(<PreflightPanel />)
  await user.click(screen.getByRole('button', { name: 'Run the checks' }))
  return { calls, user }
}

const titles = () => screen.getAllByRole('listitem').map((item) => within(item).getAllByText(/./)[1]?.textContent)

test('nothing is checked before the button is pressed, and the panel says so', () => {
  const calls = serve({ [RUN]: notReady })
  setup(<PreflightPanel />)

  expect(screen.getByRole('status')).toHaveTextContent('Not checked yet.')
  expect(screen.queryByRole('list')).toBeNull()
  expect(calls).toEqual([])
})

test('the result is announced, with its time, and what needs work stands first', async () => {
  await run({ [RUN]: notReady })

  expect(await screen.findByText('1 of 4 needs work before live mode')).toBeVisible()
  const status = screen.getByRole('status')
  expect(status).toHaveTextContent(/1 of 4 needs work before live mode.*Checked at Mar 1, 2026/)
  expect(titles()).toEqual(['Card key', 'Balance', 'Clock', 'Webhook'])
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Needed for live mode',
    'Worth a look',
    'Passed and skipped',
  ])
})

test('each line says its state in a word beside its mark, what was seen and who looked', async () => {
  await run({ [RUN]: notReady })

  const items = await screen.findAllByRole('listitem')
  const words = items.map((item) => /^(Failed|Warning|Passed|Skipped)/.exec(item.textContent ?? '')?.[0])
  expect(words).toEqual(['Failed', 'Warning', 'Passed', 'Skipped'])
  for (const item of items) expect(item.querySelector('svg')).toHaveAttribute('aria-hidden', 'true')
  expect(items[0]).toHaveTextContent(/Seen of Card key\.What to do: Mend Card key\.Checked by svc-payments$/)
  expect(items[1]).toHaveTextContent(/Checked by svc-offers, optional$/)
  // What passed needs no remedy.
  expect(items[2]).not.toHaveTextContent('What to do')
})

test('a check of several services is one line, with what each of them saw', async () => {
  const secrets = (checkedBy: string, state: PreflightLine['state']) =>
    line('Secrets', state, { checkedBy, evidence: `Seen by ${checkedBy}.` })
  await run({ [RUN]: report(false, secrets('gateway', 'passed'), secrets('svc-offers', 'failed')) })

  const item = await screen.findByRole('listitem')
  expect(item).toHaveTextContent(
    /^FailedSecretsSeen by svc-offers\.What to do: Mend Secrets\.Checked by svc-offersSeen by gateway\.Passed\. Checked by gateway$/,
  )
})

test('a system that is ready says so', async () => {
  await run({ [RUN]: report(true, line('Clock', 'passed')) })

  expect(await screen.findByText('Ready for live mode')).toBeVisible()
})

test('while the checks run the button waits and a screen reader is told', async () => {
  const answer = deferred<Preflight>()
  const { calls, user } = await run({ [RUN]: (() => answer.promise) as never })

  const button = screen.getByRole('button', { name: 'Running…' })
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(button).toHaveFocus()
  await user.click(button)
  expect(screen.getByRole('status')).toHaveTextContent('Running the checks.')
  answer.resolve(notReady)
  expect(await screen.findByRole('button', { name: 'Run the checks' })).not.toHaveAttribute('aria-disabled')
  expect(button).toHaveFocus()
  expect(calls).toHaveLength(1)
})

test('checks that cannot be run say why in the words of the server, and the last result stays', async () => {
  let answer: Fake<typeof RUN> = notReady
  const { user } = await run({ [RUN]: () => answer })
  await screen.findByText('1 of 4 needs work before live mode')

  answer = problem(503, 'SERVICE_UNAVAILABLE', 'This service is not available right now.')
  await user.click(screen.getByRole('button', { name: 'Run the checks' }))

  expect(await screen.findByRole('alert')).toHaveTextContent(
    'We couldn’t run the checks. This service is not available right now.',
  )
  expect(titles()).toContain('Card key')
  answer = report(true, line('Clock', 'passed'))
  await user.click(screen.getByRole('button', { name: 'Run the checks' }))
  expect(await screen.findByText('Ready for live mode')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('r005 where the password is asked for again, it is given and the checks run', async () => {
  let isProved = false
  const { user } = await run({
    [RUN]: () => (isProved ? notReady : problem(401, 'REAUTH_REQUIRED', 'Please enter your password again to go on.')),
    [PROVE]: () => {
      isProved = true
      return { success: true, message: '' }
    },
  })

  await user.type(await screen.findByLabelText('Password'), 'admin-Fareway-2026')
  await user.click(screen.getByRole('button', { name: 'Continue' }))

  expect(await screen.findByText('1 of 4 needs work before live mode')).toBeVisible()
})

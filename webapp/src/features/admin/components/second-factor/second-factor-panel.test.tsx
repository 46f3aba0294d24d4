import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { notify } from '@/components/ui/toast/notify'
import { setup } from '@/testing/render'
import { type Answers, type Fake, problem, serve } from '@/testing/server'
import SecondFactorPanel from './second-factor-panel'

const saveFile = vi.hoisted(() => vi.fn())
vi.mock('@/lib/save-file', () => ({ saveFile }))
vi.mock('@/components/ui/toast/notify', () => ({ notify: vi.fn() }))

const READ = 'GET /api/admin/second-factor'
const BEGIN = 'POST /api/admin/second-factor'
const CONFIRM = 'POST /api/admin/second-factor/confirm'
const RENEW = 'POST /api/admin/second-factor/recovery-codes'
const off = { enrolledAt: null, recoveryCodesLeft: 0 }
const on = { enrolledAt: '2026-03-01T12:00:00Z', recoveryCodesLeft: 7 }
const uri = 'otpauth://totp/book.example:admin?secret=GEZDGNBVGY3TQOJQ&issuer=book.example'
const recoveryCodes = ['012z-012z-abcd-mnpz', '9999-8888-7777-6666']

async function start<Asked extends string>(button: string, answers: Answers<Asked>) {
  const calls = serve(answers)
  const { user } = setup(<SecondFactorPanel />)
  await user.click(await screen.findByRole('button', { name: button }))
  await screen.findByRole('dialog', { name: 'Enter your password' })
  return { calls, user }
}

type User = Awaited<ReturnType<typeof start>>['user']

async function prove(user: User, code?: string) {
  await user.type(screen.getByLabelText('Password'), 'secret')
  if (code) await user.type(screen.getByLabelText('Code'), code)
  await user.click(screen.getByRole('button', { name: 'Continue' }))
}

test('who has none reads that every administrator needs one', async () => {
  serve({ [READ]: off })
  setup(<SecondFactorPanel />)

  expect(screen.getByRole('status')).toHaveTextContent('Loading your second factor…')
  expect(await screen.findByText('Off')).toBeVisible()
  expect(screen.getByText('Every administrator needs one before you can go live.')).toBeVisible()
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Set up'])
})

test('who has one reads since when, and how many recovery codes are left', async () => {
  serve({ [READ]: on })
  setup(<SecondFactorPanel />)

  expect(await screen.findByText('On')).toBeVisible()
  expect(screen.getByText(/7 recovery codes are left\.$/)).toHaveTextContent(/^Since Mar 1, 2026/)
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Replace device',
    'New recovery codes',
  ])
})

test('what can’t be loaded says why, and is tried again', async () => {
  let answer: Fake<typeof READ> = problem(503, 'SERVICE_UNAVAILABLE', 'This service is not available right now.')
  serve({ [READ]: () => answer })
  const { user } = setup(<SecondFactorPanel />)

  expect(await screen.findByRole('alert')).toHaveTextContent(
    'We couldn’t load your second factor. This service is not available right now.',
  )
  answer = off
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('Off')).toBeVisible()
})

test('it is set up: password, drawing and key, the first code, and the recovery codes once', async () => {
  let known: Fake<typeof READ> = off
  const { calls, user } = await start('Set up', {
    [READ]: () => known,
    [BEGIN]: { uri },
    [CONFIRM]: { recoveryCodes },
  })
  expect(screen.queryByLabelText('Code')).toBeNull()
  await prove(user)

  const scan = await screen.findByRole('dialog', { name: 'Connect your authenticator app' })
  expect(within(scan).getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  expect(scan).toHaveTextContent('GEZD GNBV GY3T QOJQ')
  expect(within(scan).getByRole('link')).toHaveAttribute('href', uri)
  known = on
  await user.type(within(scan).getByLabelText('Code'), '123456')
  await user.click(within(scan).getByRole('button', { name: 'Confirm' }))

  const codes = await screen.findByRole('alertdialog', { name: 'Keep your recovery codes' })
  expect(
    within(codes)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(recoveryCodes)
  await user.click(within(codes).getByRole('button', { name: 'Save as a file' }))
  const [name, file] = saveFile.mock.calls[0] ?? []
  expect([name, await file.text()]).toEqual(['recovery-codes.txt', `${recoveryCodes.join('\n')}\n`])
  await user.click(within(codes).getByRole('button', { name: 'I’ve kept them' }))

  expect(await screen.findByText('On')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('012z-012z-abcd-mnpz')).toBeNull())
  expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { password: 'secret' },
    { code: '123456' },
  ])
  await waitFor(() =>
    expect(vi.mocked(notify)).toHaveBeenCalledWith(
      expect.objectContaining({ description: 'Your second factor is on.' }),
    ),
  )
})

test('a first code that is wrong is told, and the same drawing is still there', async () => {
  let answer: Fake<typeof CONFIRM> = problem(401, 'SECOND_FACTOR_INVALID', 'This code is wrong.')
  const { user } = await start('Set up', { [READ]: off, [BEGIN]: { uri }, [CONFIRM]: () => answer })
  await prove(user)
  await user.type(await screen.findByLabelText('Code'), '111111')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))

  await waitFor(() => expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(/This code is wrong\./))
  expect(screen.getByRole('dialog')).toHaveTextContent('GEZD GNBV GY3T QOJQ')
  answer = { recoveryCodes }
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('012z-012z-abcd-mnpz')
})

test('a device is replaced with the password and a code of the old one', async () => {
  const { calls, user } = await start('Replace device', { [READ]: on, [BEGIN]: { uri } })
  expect(screen.getByRole('dialog')).toHaveTextContent('If you have lost the old one, use a recovery code.')
  await prove(user, '9999-8888-7777-6666')

  expect(await screen.findByRole('dialog', { name: 'Connect your authenticator app' })).toBeVisible()
  expect(calls.at(-1)?.body).toEqual({ password: 'secret', code: '9999-8888-7777-6666' })
})

test('new recovery codes need both, and a wrong password stands at its field', async () => {
  let answer: Fake<typeof RENEW> = problem(401, 'INVALID_CREDENTIALS', 'Invalid username or password')
  const { user } = await start('New recovery codes', { [READ]: on, [RENEW]: () => answer })
  await prove(user, '123456')

  await waitFor(() =>
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('That is not your password.'),
  )
  expect(screen.getByLabelText('Code')).not.toHaveAttribute('aria-invalid')
  answer = { recoveryCodes }
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('alertdialog', { name: 'Keep your recovery codes' })).toBeVisible()
})

import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { standAt } from '@/testing/address'
import { deferred } from '@/testing/deferred'
import { setup } from '@/testing/render'
import { watchedTrip } from '@/testing/watches'
import { criteriaOf } from '../lib/trip'

vi.mock('next/navigation', async () => (await import('@/testing/address')).navigation())

const Asked = () => 'Watch it?'

beforeEach(() => {
  standAt('/search')
  vi.resetModules()
  return () => vi.doUnmock('./watch-dialog')
})

/** The button, whose dialog comes as `fetched` says. */
async function buttonWith(fetched: () => Promise<unknown>) {
  vi.doMock('./watch-dialog', async () => {
    await fetched()
    return { WatchDialog: Asked }
  })
  const { WatchButton } = await import('./watch-button')
  const { user } = setup(<WatchButton criteria={criteriaOf(watchedTrip())} />)
  return { user, button: screen.getByRole('button', { name: 'Watch this price' }) }
}

test('watch01 a press shows at once that it counts, while the dialog is on its way', async () => {
  const fetched = deferred<undefined>()
  const { user, button } = await buttonWith(() => fetched.promise)
  expect(button).not.toHaveAttribute('aria-disabled')

  await user.click(button)
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(button).toHaveFocus()

  fetched.resolve(undefined)

  expect(await screen.findByText('Watch it?')).toBeVisible()
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
})

test('watch01 a dialog that could not be loaded says so, and is loaded by the next press', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  let isAway = true
  const { user, button } = await buttonWith(async () => {
    if (isAway) throw new Error('away')
  })
  await user.click(button)
  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t open this.')

  isAway = false
  await user.click(button)

  expect(await screen.findByText('Watch it?')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

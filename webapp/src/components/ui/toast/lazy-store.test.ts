import { expect, test, vi } from 'vitest'

const { store, arrive } = vi.hoisted(() => {
  const store = { toaster: { remove: vi.fn(), create: vi.fn(), dismiss: vi.fn() }, placeToasts: vi.fn() }
  return { store, arrive: vi.fn() }
})
vi.mock('./store', async () => {
  arrive()
  return store
})

test('toasts that could not be loaded once are loaded with the next one', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  arrive.mockImplementationOnce(() => {
    throw new Error('the line was away')
  })
  const { notify } = await import('./notify')
  const { clearToasts } = await import('./lazy-store')

  await notify({ title: 'First' })
  await clearToasts()
  expect(warn).toHaveBeenCalledOnce()

  await notify({ title: 'Second' })
  expect(store.toaster.create).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ title: 'Second' }))
})

import { expect, test, vi } from 'vitest'
import { orNothing } from './or-nothing'

const Part = () => 'a part'

test('a part that is here is itself, and one that cannot be fetched is nothing, with a line in the console', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)

  expect(await orNothing(Promise.resolve(Part))).toBe(Part)
  expect(warned).not.toHaveBeenCalled()

  const Nothing = (await orNothing(Promise.reject(new Error('away')))) as () => unknown
  expect(Nothing()).toBeNull()
  expect(warned).toHaveBeenCalledOnce()
})

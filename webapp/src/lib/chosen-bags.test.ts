// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { carryBags, keepPacked, packedBags } from './chosen-bags'

beforeEach(() => keepPacked(null))

test('bag08 the bags of an offer that is gone go with the one in its place, after a reload too', async () => {
  keepPacked({ offerId: 'off_1', bags: ['a bag'] })
  carryBags('off_1', 'off_2')
  vi.resetModules()
  const reloaded = await import('./chosen-bags')

  expect(packedBags()).toEqual({ offerId: 'off_2', bags: ['a bag'] })
  expect(reloaded.packedBags()).toEqual({ offerId: 'off_2', bags: ['a bag'] })
})

test.each([['off_7'], [null]])('bags of %s stay as they are where another offer is replaced', (offerId) => {
  keepPacked({ offerId, bags: ['a bag'] })
  carryBags('off_1', 'off_2')

  expect(packedBags()).toEqual({ offerId, bags: ['a bag'] })
})

test('bags are there where the browser stores nothing', () => {
  const refuses = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full')
  })
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  keepPacked({ offerId: 'off_1', bags: ['a bag'] })
  carryBags('off_1', 'off_2')

  expect(packedBags()).toEqual({ offerId: 'off_2', bags: ['a bag'] })
  refuses.mockRestore()
  warned.mockRestore()
})

import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { standAt } from '@/testing/address'
import { sellingBags } from '@/testing/bag-offers'
import { OFFER, open } from '@/testing/booking-walk'

vi.mock('./wanted-bags', () => {
  throw new Error('away')
})
vi.mock('./own-details', () => {
  throw new Error('away')
})

test('bag07 the form comes without what goes with it where that cannot be fetched', async () => {
  standAt('/booking?offer=off_1&adults=1&from_bag=1')
  open({ [OFFER]: sellingBags() })
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)

  expect(await screen.findByRole('heading', { name: 'Who is traveling?' })).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'First name' })).toBeEnabled()
  expect(screen.queryByText(/You looked for prices with a checked bag/)).toBeNull()
  await waitFor(() => expect(warned).toHaveBeenCalledTimes(2))
})

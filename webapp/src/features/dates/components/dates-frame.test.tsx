import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { readCriteria } from '@/lib/criteria'
import { standAt } from '@/testing/address'
import { ownStyles } from '@/testing/own-styles'
import { setup } from '@/testing/render'

vi.mock('next/navigation', async () => (await import('@/testing/address')).navigation())

const SEARCH = 'origin=JFK&destination=LHR&departureDate=2027-01-15'

afterEach(() => vi.unstubAllGlobals())

/** Opens prices of other dates in a browser that has not fetched their panel yet. */
async function open(search: string) {
  vi.resetModules()
  const { Dates } = await import('./dates')
  vi.stubGlobal('fetch', () => new Promise<Response>(() => undefined))
  standAt(`/search?${search}&dates=1`)
  const criteria = readCriteria(new URLSearchParams(search))
  setup(<Dates criteria={criteria} isOpen onClose={() => undefined} isSettled={false} found={null} />)
}

const frame = () => document.querySelector('div[aria-busy=true]') as HTMLElement

test.each([
  ['of a round trip', `${SEARCH}&returnDate=2027-01-22`, '44.4rem'],
  ['of one way', SEARCH, '19.4rem'],
])(
  'day03 the frame of prices %s stands in the first frame, as high as the panel that comes',
  async (_, search, height) => {
    await open(search)

    expect(screen.queryByRole('region')).toBeNull()
    const first = frame()
    expect(ownStyles(first)).toContain(`height: ${height}`)

    const panel = await screen.findByRole('region', { name: 'Prices on other dates' })
    expect(first).not.toBeInTheDocument()
    // Counted in with its height on phones.
    expect(ownStyles(panel, ' header')).toContain('row-gap: var(--ui-spacing-2)')
  },
)

import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Offer } from '@/lib/api/types'
import { readCriteria } from '@/lib/criteria'
import { offer } from '@/testing/offers'
import { setup } from '@/testing/render'
import { Recap } from './recap'

vi.mock('next/navigation', () => ({ usePathname: () => '/search', useRouter: () => ({}) }))

const open = (query: string, offers: readonly Offer[]) =>
  setup(
    <Recap
      criteria={readCriteria(new URLSearchParams(query))}
      offers={offers}
      isSettled
      isSearching={false}
      onRefresh={vi.fn()}
    />,
  )

test('s065 all airports of a city have the name of the city, as the offers say it', () => {
  open('origin=NYC&destination=LON&departureDate=2027-03-05', [offer()])

  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('New York NYCtoLondon LON')
})

test('s065 and as the list of airports says it where there is no offer', async () => {
  open('origin=NYC&destination=LON&departureDate=2027-03-05', [])

  expect(await screen.findByText('London')).toBeVisible()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('New York NYCtoLondon LON')
})

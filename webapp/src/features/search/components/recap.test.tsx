import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Offer } from '@/lib/api/types'
import { readCriteria } from '@/lib/criteria'
import { offer, place, slice } from '@/testing/offers'
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

const stansted = { ...place('STN'), name: 'London Stansted Airport', city_name: 'London' }
const heathrow = { ...place('LHR'), name: 'London Heathrow Airport' }

test('s065 two airports of one city have their own names', () => {
  open('origin=LHR&destination=STN&departureDate=2027-03-05', [
    offer({ slices: [slice({ origin: heathrow, destination: stansted })] }),
  ])

  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Heathrow LHRtoStansted STN')
})

test('s065 all airports of a city keep its name also where the trip stays in it', () => {
  open('origin=LON&destination=STN&departureDate=2027-03-05', [
    offer({ slices: [slice({ origin: heathrow, destination: stansted })] }),
  ])

  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('London LONtoStansted STN')
})

test('s065 two airports of one city have their own names also where there is no offer', async () => {
  const { unmount } = open('origin=LHR&destination=STN&departureDate=2027-03-05', [])
  expect(await screen.findByText('Heathrow')).toBeVisible()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Heathrow LHRtoStansted STN')
  unmount()

  open('origin=LON&destination=STN&departureDate=2027-03-05', [])
  expect(await screen.findByText('Stansted')).toBeVisible()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('London LONtoStansted STN')
})

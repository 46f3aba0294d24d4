import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { AirportsState } from '@/lib/airports'
import { setup } from '@/testing/render'
import { AirportField } from './airport-field'

test.each<[AirportsState, string]>([
  [{ status: 'loading', index: null }, 'Loading airports...'],
  [{ status: 'building', index: null }, 'Building airport database...'],
  [{ status: 'error', index: null }, 'Error loading airports. Please try again.'],
  [{ status: 'ready', index: [], search: () => [] }, 'No airports found for "new york"'],
])('s058 while the list is %j the picker says %s', async (airports, words) => {
  const { user } = setup(
    <AirportField
      id="from"
      label="From"
      code=""
      airports={airports}
      onPick={vi.fn()}
      onNeeded={vi.fn()}
      problem={undefined}
    />,
  )
  // Readers announce what changes in a status that they know already, outside the list of options.
  const status = screen.getByRole('status')
  expect(status).toBeEmptyDOMElement()

  await user.type(screen.getByRole('combobox'), 'new york')

  expect(status).toHaveTextContent(words)
  expect(screen.getByRole('combobox')).toHaveAttribute('aria-expanded', 'false')
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('s058 typing asks for the list, which may not have come before', async () => {
  const onNeeded = vi.fn()
  const airports: AirportsState = { status: 'error', index: null }
  const { user } = setup(
    <AirportField
      id="from"
      label="From"
      code=""
      airports={airports}
      onPick={vi.fn()}
      onNeeded={onNeeded}
      problem={undefined}
    />,
  )
  await user.click(screen.getByRole('combobox'))
  onNeeded.mockClear()
  await user.keyboard('lon')

  expect(onNeeded).toHaveBeenCalledTimes(3)
})

test('r009 a reader hears how many airports are found, beside the list', async () => {
  const airport = (code: string) => ({ iata_code: code, name: code, city_name: 'London', country_code: 'GB' })
  const found = [airport('LHR'), airport('LGW')]
  const { user } = setup(
    <AirportField
      id="from"
      label="From"
      code=""
      airports={{ status: 'ready', index: [], search: () => found } as never}
      onPick={vi.fn()}
      onNeeded={vi.fn()}
      problem={undefined}
    />,
  )

  await user.type(screen.getByRole('combobox'), 'lon')

  expect(screen.getByRole('status')).toHaveTextContent('2 airports found')
  expect(screen.getAllByRole('option')).toHaveLength(2)
})

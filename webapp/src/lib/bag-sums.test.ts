import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { segment, slice } from '@/testing/offers'
import { includesBag } from './bag-sums'

interface Case {
  name: string
  /** The bags of each flight. */
  flights: { type: string; quantity: number | null }[][]
  included: boolean
}

const cases: Case[] = JSON.parse(readFileSync('../svc-search/included-bags.json', 'utf8'))

test.each(cases)('bag07 a fare includes a bag as on the server: $name', ({ flights, included }) => {
  const segments = flights.map((baggages) => segment({ baggages }))

  expect(includesBag({ slices: [slice({ segments })] })).toBe(included)
})

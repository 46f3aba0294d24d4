import { expect, test } from 'vitest'
import { ApiError } from '@/lib/api/error'
import { chosenBag, keptBag } from '@/testing/bags'
import { failureOf } from './failure'
import { refusedBags } from './refused-bags'

const sent = [chosenBag(), chosenBag({ serviceId: 'ase_child', traveler: 1, ticket: 'child' })]
const refusal = async (...errors: { field: string; code: string; message: string }[]) => {
  const body = { code: 'BAG_UNAVAILABLE', message: 'x', errors }
  return failureOf(await ApiError.fromResponse(new Response(JSON.stringify(body), { status: 409 })))
}

test.each([
  ['taken', 'The airline no longer sells this bag.'],
  ['not_sold', 'The airline no longer sells this bag.'],
  ['too_many', 'The airline no longer sells that many of this bag.'],
  ['second_bag', 'Two bags of one kind were chosen for one flight.'],
])('bag04 a bag that is refused as %s is found by its place, in words that say what it costs', async (code, words) => {
  const [refused, ...others] = refusedBags(await refusal({ field: 'bags[1]', code, message: 'x' }), sent)

  expect(others).toEqual([])
  expect(refused?.bag).toEqual(keptBag({ serviceId: 'ase_child', traveler: 1, ticket: 'child' }))
  expect(refused?.message).toContain(words)
  expect(refused?.message).toContain('Nothing was charged.')
})

test('a refusal that names no bag of ours is told of the first', async () => {
  for (const failure of [await refusal(), await refusal({ field: 'bags[7]', code: 'taken', message: 'x' })]) {
    expect(refusedBags(failure, sent)).toEqual([{ bag: keptBag(), message: failure.message }])
  }
  expect(refusedBags(await refusal(), [])).toEqual([])
})

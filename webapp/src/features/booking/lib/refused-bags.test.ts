import { expect, test } from 'vitest'
import { ApiError } from '@/lib/api/error'
import { chosenBag, keptBag, soldBag } from '@/testing/bags'
import { failureOf } from './failure'
import { refusedBags, stillRefused } from './refused-bags'

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

test('a refusal that names no bag of ours blames none', async () => {
  expect(refusedBags(await refusal(), sent)).toEqual([])
  expect(refusedBags(await refusal({ field: 'bags[7]', code: 'taken', message: 'x' }), sent)).toEqual([])
})

test('of several refused bags one is the first to read', async () => {
  const both = ['bags[0]', 'bags[1]'].map((field) => ({ field, code: 'taken', message: 'x' }))

  expect(refusedBags(await refusal(...both), sent).map(({ isFirst }) => isFirst)).toEqual([true, false])
})

test('bag04 another number of a bag settles its own refusal and that of a bag it shuts, and no other', () => {
  const out = soldBag()
  const heavy = soldBag({ serviceId: 'ase_heavy', weightKg: 32 })
  const back = soldBag({ serviceId: 'ase_back', coverage: 'slice 1', segmentIds: ['seg_2'] })
  const refused = [out, back].map((bag) => ({ bag: keptBag(bag), message: 'x', isFirst: false }))
  const [ofOut, ofBack] = refused

  expect(stillRefused(refused, out, [out, heavy, back])).toEqual([ofBack])
  expect(stillRefused(refused, heavy, [out, heavy, back])).toEqual([ofBack])
  expect(stillRefused(refused, back, [out, heavy, back])).toEqual([ofOut])
  expect(stillRefused(refused, out, [out, heavy]), 'one that is not sold at all').toEqual([ofBack])
})

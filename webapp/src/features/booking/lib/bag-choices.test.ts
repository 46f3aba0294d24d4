import { expect, test } from 'vitest'
import { chosenBag, keptBag, soldBag } from '@/testing/bags'
import { bagService, offer, roundTripWithStop } from '@/testing/offers'
import { bagsTotal, fitBags, piecesOf, priceOf, quantityOf, rivalOf, soldBags, withQuantity } from './bag-choices'

const party = [
  { id: 'pas_1', type: 'adult' },
  { id: 'pas_2', type: 'child' },
] as const

test('bag03 each traveler has the services that name them, and nobody those of others', () => {
  const services = [
    bagService({ id: 'ase_child', passenger_ids: ['pas_2'] }),
    bagService(),
    bagService({ id: 'ase_other', passenger_ids: ['pas_9'] }),
  ]
  const sold = soldBags(offer({ available_services: services }), party)

  expect(sold).toEqual([
    soldBag(),
    soldBag({ serviceId: 'ase_child', passengerId: 'pas_2', traveler: 1, ticket: 'child' }),
  ])
  expect(soldBags(offer({ available_services: services }), [{ id: '', type: 'adult' }])).toEqual([])
})

const wholeTrip = soldBag({ serviceId: 'ase_trip', coverage: 'trip', segmentIds: ['seg_1', 'seg_3'] })

test.each([
  ['another weight on the same flight', { serviceId: 'ase_32', weightKg: 32 }, true],
  ['the same kind for the whole trip', { ...wholeTrip }, true],
  ['the same kind on another flight', { serviceId: 'ase_back', segmentIds: ['seg_3'] }, false],
  ['another kind on the same flight', { serviceId: 'ase_cabin', kind: 'carry_on' as const }, false],
  ['the same kind for another traveler', { serviceId: 'ase_child', traveler: 1 }, false],
  ['more pieces of the same', {}, false],
])('bag04 a chosen bag and %s', (_, part, isShut) => {
  const chosen = chosenBag()

  expect(rivalOf([chosen], soldBag(part))).toBe(isShut ? chosen : undefined)
})

test('bag04 pieces of a bag are taken and given back, and those of others stay', () => {
  const child = soldBag({ serviceId: 'ase_child', traveler: 1 })
  const both = withQuantity(withQuantity([], child, 1), soldBag(), 1)

  expect(both.map(({ serviceId }) => serviceId)).toEqual(['ase_bag', 'ase_child'])
  const more = withQuantity(both, soldBag(), 2)
  expect([quantityOf(more, soldBag()), quantityOf(more, child), piecesOf(more)]).toEqual([2, 1, 3])
  expect(withQuantity(more, soldBag(), 0)).toEqual([{ ...child, quantity: 1 }])
})

test.each([
  ['JPY', ['4500', '12000'], '21000'],
  ['USD', ['75.00', '18.35'], '168.35'],
  ['KWD', ['22.505', '7.750'], '52.760'],
])('bag05 bags in %s add up exactly', (currency, [two = '', one = ''], sum) => {
  const bags = [
    chosenBag({ each: { amount: two, currency }, quantity: 2 }),
    chosenBag({ serviceId: 'ase_other', each: { amount: one, currency } }),
  ]

  expect(bagsTotal(bags)).toBe(sum)
  expect(bags[0] && priceOf(bags[0]).currency).toBe(currency)
})

test('bag05 no bags cost nothing', () => {
  expect(bagsTotal([])).toBe('0')
})

test('bag08 chosen bags are found again in another offer of the same flights, by traveler, kind, weight and coverage', () => {
  const bag = keptBag({ quantity: 2 })
  const sold = [
    soldBag({ serviceId: 'new_32', weightKg: 32 }),
    soldBag({ serviceId: 'new_cabin', kind: 'carry_on' }),
    soldBag({ serviceId: 'new_back', coverage: 'slice 1' }),
    soldBag({ serviceId: 'new_child', traveler: 1, ticket: 'child' }),
    soldBag({ serviceId: 'new_23', passengerId: 'pas_9' }),
  ]

  expect(fitBags([bag], sold)).toEqual({
    chosen: [{ ...soldBag({ serviceId: 'new_23', passengerId: 'pas_9' }), quantity: 2 }],
    changes: [],
  })
})

test('bag08 the ids of an offer that has replaced another say nothing: its flights do', () => {
  const slices = roundTripWithStop()
  const before = offer({ slices, available_services: [bagService({ segment_ids: ['seg_1', 'seg_2'] })] })
  const [sold] = soldBags(before, party)
  const renamed = slices.map((way) => ({
    ...way,
    segments: way.segments.map((one) => ({ ...one, id: `new_${one.id}` })),
  }))
  const service = bagService({ id: 'new_ase', passenger_ids: ['new_pas'], segment_ids: ['new_seg_1', 'new_seg_2'] })
  const after = soldBags(offer({ slices: renamed, available_services: [service] }), [{ id: 'new_pas', type: 'adult' }])

  const { chosen, changes } = fitBags([keptBag({ ...sold })], after)
  expect(chosen).toMatchObject([{ serviceId: 'new_ase', passengerId: 'new_pas', quantity: 1 }])
  expect(changes).toEqual([])
})

test('of several that fit, the chosen service is the one that was chosen', () => {
  const sold = [soldBag({ serviceId: 'ase_a' }), soldBag({ serviceId: 'ase_b' })]

  expect(fitBags([keptBag({ serviceId: 'ase_b' })], sold).chosen[0]?.serviceId).toBe('ase_b')
})

const usd = (amount: string) => ({ amount, currency: 'USD' })

test('bag08 a bag that is not sold any more is named', () => {
  const bag = keptBag()

  expect(fitBags([bag], [])).toEqual({ chosen: [], changes: [{ how: 'lost', bag }] })
  const otherTicket = soldBag({ ticket: 'child' })
  expect(fitBags([bag], [otherTicket]).changes).toEqual([{ how: 'lost', bag }])
})

test('bag08 pieces that are not sold any more are named, with what the others cost', () => {
  const bag = keptBag({ quantity: 2 })
  const { chosen, changes } = fitBags([bag], [soldBag({ most: 1 })])

  expect(chosen).toMatchObject([{ quantity: 1 }])
  expect(changes).toEqual([{ how: 'fewer', bag, remaining: 1, price: usd('75.00') }])
})

test('bag08 another price is named, and the same one written otherwise is none', () => {
  const bag = keptBag({ quantity: 2 })
  const dearer = soldBag({ each: usd('80.00') })

  expect(fitBags([bag], [dearer]).changes).toEqual([{ how: 'price', bag, price: usd('160.00'), before: usd('150.00') }])
  expect(fitBags([bag], [soldBag({ each: usd('75') })]).changes).toEqual([])
})

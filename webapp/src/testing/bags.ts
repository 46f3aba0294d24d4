import { type ChosenBag, type KeptBag, type SoldBag, toKept } from '@/features/booking/lib/bag-choices'

/** Builders with good defaults: a test spells out only what it is about. */

/** A checked bag for the first traveler on the way out, as the service of `bagService` is sold. */
export const soldBag = (part: Partial<SoldBag> = {}): SoldBag => ({
  serviceId: 'ase_bag',
  passengerId: 'pas_1',
  traveler: 0,
  ticket: 'adult',
  kind: 'checked',
  weightKg: 23,
  coverage: 'slice 0',
  segmentIds: ['seg_1'],
  each: { amount: '75.00', currency: 'USD' },
  most: 2,
  ...part,
})

export const chosenBag = (part: Partial<ChosenBag> = {}): ChosenBag => ({ ...soldBag(part), quantity: 1, ...part })

export const keptBag = (part: Partial<ChosenBag> = {}): KeptBag => toKept(chosenBag(part))

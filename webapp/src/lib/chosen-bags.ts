import { readStored, removeStored, store } from './storage'

/** Chosen bags of one offer, or (null) for the next one, whichever it is. What a bag is the booking alone knows. */
export interface PackedBags<Bag> {
  readonly offerId: string | null
  readonly bags: readonly Bag[]
  /** Of bags that a failed booking has given back: when that booking was made. */
  readonly bookedAt?: string
}

/** Of this tab: a reload loses none. */
const BAGS = 'chosenBags'

/** In memory as well: a private window may store nothing. */
let packed: PackedBags<unknown> | null = null

export const packedBags = <Bag>() =>
  (packed as PackedBags<Bag> | null) ?? readStored<PackedBags<Bag>>('sessionStorage', BAGS)

export function keepPacked<Bag>(next: PackedBags<Bag> | null) {
  packed = next && { offerId: next.offerId, bags: next.bags, bookedAt: next.bookedAt }
  if (!packed || (packed.bags.length === 0 && !packed.bookedAt)) removeStored('sessionStorage', BAGS)
  else store('sessionStorage', BAGS, packed)
}

/** The bags of an offer that is gone are those of the offer that takes its place. */
export function carryBags(gone: string, next: string) {
  const current = packedBags()
  if (current?.offerId === gone) keepPacked({ ...current, offerId: next })
}

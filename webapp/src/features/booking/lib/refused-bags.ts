import { areRivals, type ChosenBag, isSameBag, type KeptBag, type SoldBag, toKept } from './bag-choices'
import type { Failure } from './failure'

/** A bag that the server does not sell as it was chosen. */
export interface RefusedBag {
  bag: KeptBag
  /** Why, for the traveler. */
  message: string
  /** Of several the one to read next: it takes the focus. */
  isFirst: boolean
}

/** The API's "bags[1]", as the request had them. */
const indexOf = (field: string) => Number(/^bags\[(\d+)\]/.exec(field)?.[1] ?? -1)

/** The bags that a failure names. It may name none of them. */
export function refusedBags({ fields = [] }: Failure, sent: readonly ChosenBag[]): RefusedBag[] {
  const named = fields.flatMap(({ field, message: problem }) => {
    const bag = sent[indexOf(field)]
    return bag ? [{ bag: toKept(bag), message: problem }] : []
  })
  return named.map((one, index) => ({ ...one, isFirst: index === 0 }))
}

/** Those that still stand once the traveler has changed one bag: neither that bag nor one that it shuts. */
export function stillRefused(refused: readonly RefusedBag[], changed: SoldBag, sold: readonly SoldBag[]) {
  const isShut = ({ bag }: RefusedBag) => sold.some((one) => isSameBag(one, bag) && areRivals(one, changed))
  return refused.filter((one) => !isSameBag(one.bag, changed) && !isShut(one))
}

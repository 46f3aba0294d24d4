import { type ChosenBag, type KeptBag, toKept } from './bag-choices'
import type { Failure } from './failure'

/** A bag that the server does not sell as it was chosen. */
export interface RefusedBag {
  bag: KeptBag
  /** Why, for the traveler. */
  message: string
}

/** The API's "bags[1]", as the request had them. */
const indexOf = (field: string) => Number(/^bags\[(\d+)\]/.exec(field)?.[1] ?? -1)

/** The bags that a failure names. Where it names none of them it is told of the first: one of them is meant. */
export function refusedBags({ fields = [], message }: Failure, sent: readonly ChosenBag[]): RefusedBag[] {
  const named = fields.flatMap(({ field, message: problem }) => {
    const bag = sent[indexOf(field)]
    return bag ? [{ bag: toKept(bag), message: problem }] : []
  })
  const [first] = sent
  return named.length > 0 || !first ? named : [{ bag: toKept(first), message }]
}

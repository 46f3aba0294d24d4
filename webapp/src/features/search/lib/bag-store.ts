import { type Bags, noBags } from './bag-prices'

export type BagChange = (bags: Bags) => Bags

/** The bags of each search. They outlive its page: Back from a flight finds them, with what was answered meanwhile. */
function newStore() {
  const kept = new Map<string, Bags>()
  const listeners = new Set<() => void>()
  const read = (search: string) => kept.get(search) ?? noBags
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    read,
    change: (search: string, change: BagChange) => {
      const next = change(read(search))
      if (next === read(search)) return
      kept.set(search, next)
      for (const listener of listeners) listener()
    },
  }
}

const stores = new WeakMap<object, ReturnType<typeof newStore>>()

/** The bags of the searches of a cache. They live as long as it does. */
export function bagStoreOf(cache: object) {
  const known = stores.get(cache)
  if (known) return known
  const store = newStore()
  stores.set(cache, store)
  return store
}

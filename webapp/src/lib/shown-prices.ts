import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Fare, Price } from './api/types'
import { parseStored, readStored, readText, store } from './storage'

/**
 * The last price that this browser has shown of each offer, newest first, so that no price rises in silence (R39). A
 * reload and a card that is opened in another tab know it too.
 */
const KEY = 'shownPrices'
const KEPT = 30

/** The pages that read an offer again and say when its price is another one. */
type PageName = 'flight' | 'booking'

interface ShownPrice {
  offerId: string
  price: Price
  /** The price before this one, and the page that said so. */
  changed?: { before: Price; on: PageName }
}

const read = () => readStored<ShownPrice[]>('localStorage', KEY) ?? []
const listeners = new Set<() => void>()

function keep(shown: ShownPrice) {
  const others = read().filter(({ offerId }) => offerId !== shown.offerId)
  store('localStorage', KEY, [shown, ...others].slice(0, KEPT))
  for (const listener of listeners) listener()
}

const isSame = (a: Price, b: Price) => a.currency === b.currency && Number(a.amount) === Number(b.amount)

/** Notes the price that an offer was chosen at. A change that was said before is over. */
export const noteChosenAt = (offerId: string, price: Price) => keep({ offerId, price })

function notePageShows(on: PageName, offerId: string, price: Price) {
  const shown = read().find((one) => one.offerId === offerId)
  if (!shown) keep({ offerId, price })
  else if (!isSame(shown.price, price)) keep({ offerId, price, changed: { before: shown.price, on } })
}

/** The offer whose price was shown last. */
export const lastShownOffer = () => read()[0]?.offerId

/** The last price shown of each offer. Empty while prerendering. */
export function useShownPrices(): ReadonlyMap<string, Price> {
  const shown = useShown()
  return useMemo(() => new Map(shown.map(({ offerId, price }) => [offerId, price])), [shown])
}

/** The fare at the price that was shown of it last: the page that lists it may know an older one. */
export const atShownPrice = (fare: Fare, shown: ReadonlyMap<string, Price>): Fare => ({
  ...fare,
  price: shown.get(fare.offer_id) ?? fare.price,
})

/**
 * What an offer cost one step before, where that is another price than the one `on` shows; else null. The page keeps
 * saying it until the offer is chosen anew; the step after it starts from the new price.
 */
export function usePriceBefore(on: PageName, { id, price }: { id: string; price: Price }): Price | null {
  useEffect(() => notePageShows(on, id, price), [on, id, price])
  const shown = useShown().find(({ offerId }) => offerId === id)
  if (!shown) return null
  if (!isSame(shown.price, price)) return shown.price
  return shown.changed?.on === on ? shown.changed.before : null
}

function useShown(): readonly ShownPrice[] {
  const text = useSyncExternalStore(
    subscribe,
    () => readText('localStorage', KEY),
    () => null,
  )
  return useMemo(() => parseStored<ShownPrice[]>(text) ?? [], [text])
}

/** Another tab's change comes as an event; of its own a tab hears none. */
function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

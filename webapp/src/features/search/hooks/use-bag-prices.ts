'use client'
import { type RefObject, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { knownBagPrices } from '@/lib/api/bag-prices'
import type { BagPrice, Offer } from '@/lib/api/types'
import { includesBag } from '@/lib/bag-sums'
import { answered, asking, awaited, hasNews, hold, isAsking, nextToAsk, want } from '../lib/bag-asking'
import { dropUnknown } from '../lib/bag-list'
import { type BagCall, place } from '../lib/bag-prices'
import type { BagChange } from '../lib/bag-store'
import { flightsKey } from '../lib/bag-ways'
import { isAsReturned } from '../lib/returned'
import type { useBags } from './use-bags'
import type { useReading } from './use-reading'

/** What only scrolls by is not asked for. */
const STAY_MS = 300
/** Half a screen below counts as in view. */
const AHEAD = '0px 0px 50% 0px'

type Change = (change: BagChange) => void

/** The shown offers with a fare that may have to be asked for: their own, or another one of the same flights. */
function openAmong(shown: readonly Offer[], comparable: readonly Offer[]) {
  const flights = new Set([...shown, ...comparable].filter((offer) => !includesBag(offer)).map(flightsKey))
  return new Set(shown.filter((offer) => flights.has(flightsKey(offer))).map(({ id }) => id))
}

/** Tells the ids of such offers whose cards stay in view, each time that they are other ones. */
function useCardsInView(
  list: RefObject<HTMLElement | null>,
  shown: readonly Offer[],
  comparable: readonly Offer[],
  onStay: (ids: readonly string[]) => void,
) {
  useEffect(() => {
    const cards = list.current
    if (!cards) return
    const open = openAmong(shown, comparable)
    const inView = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const waitForStay = () => {
      clearTimeout(timer)
      timer = setTimeout(() => onStay([...inView]), STAY_MS)
    }
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const id = target.getAttribute('data-offer')
          if (id && isIntersecting) inView.add(id)
          else if (id) inView.delete(id)
        }
        waitForStay()
      },
      { rootMargin: AHEAD },
    )
    const watch = () => {
      const watched = [...cards.querySelectorAll('[data-offer]')].filter((card) =>
        open.has(card.getAttribute('data-offer') ?? ''),
      )
      for (const card of watched) observer.observe(card)
      return watched.length
    }
    // The observer tells nothing where no fare is without a bag.
    if (watch() === 0) waitForStay()
    // An opened departure shows more of them.
    const folds = new MutationObserver(watch)
    folds.observe(cards, { childList: true, subtree: true })
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      folds.disconnect()
    }
  }, [list, shown, comparable, onStay])
}

/** The offers of a list. */
export interface BagLists {
  /** All of them, with those that filters leave out. */
  listed: readonly Offer[]
  /** Those whose fares are compared. */
  comparable: readonly Offer[]
  shown: readonly Offer[]
}

async function ask(call: BagCall, onChange: Change, onAnswer: (call: BagCall, prices: readonly BagPrice[]) => void) {
  onChange((bags) => asking(bags, call))
  onAnswer(call, await knownBagPrices(call))
}

/**
 * Asks for the bags of what is in view. When the first answers are there, the list is sorted by them. Where it is being
 * read, and for all that comes later, it waits for the reader's word. The place in the list and the focus that Back has
 * brought along are no reading: they are those of the order that was left.
 */
export function useBagPrices(
  { bags, setBags, isSorting }: Pick<ReturnType<typeof useBags>, 'bags' | 'setBags' | 'isSorting'>,
  { list, isRead }: ReturnType<typeof useReading>,
  { listed, comparable, shown }: BagLists,
) {
  const [hasLooked, setLooked] = useState(false)
  // The provider may have been busy, and has had time since.
  useEffect(() => setBags(dropUnknown), [setBags])
  const stay = useCallback(
    (ids: readonly string[]) => {
      setBags((before) => want(before, ids, listed, comparable))
      setLooked(true)
    },
    [setBags, listed, comparable],
  )
  useCardsInView(list, shown, comparable, stay)

  // What is known now tells which other fares of the same flights may be cheaper.
  const take = useEffectEvent((call: BagCall, prices: readonly BagPrice[]) =>
    setBags((before) => {
      const counted = awaited(before, call)
      return counted.length > 0 ? want(answered(before, counted, prices), counted, listed, comparable) : before
    }),
  )
  const next = nextToAsk(bags).join(',')
  useEffect(() => {
    if (next) void ask(next.split(','), setBags, take)
  }, [next, setBags])

  const isReady = hasLooked && isSorting && !isAsking(bags) && hasNews(bags)
  const isFirst = bags.placed === null
  useEffect(() => {
    if (isReady) setBags(isFirst && (isAsReturned() || !isRead()) ? place : hold)
  }, [isReady, isFirst, isRead, setBags])
}

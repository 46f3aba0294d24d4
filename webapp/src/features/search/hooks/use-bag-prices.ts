'use client'
import { type RefObject, useCallback, useEffect, useState } from 'react'
import { knownBagPrices } from '@/lib/api/bag-prices'
import type { Offer } from '@/lib/api/types'
import { answered, asking, awaited, hasNews, hold, isAsking, nextToAsk, want } from '../lib/bag-asking'
import { dropUnknown } from '../lib/bag-list'
import { type BagCall, includesBag, place } from '../lib/bag-prices'
import type { BagChange } from '../lib/bag-store'
import type { useBags } from './use-bags'
import type { useReading } from './use-reading'

/** What only scrolls by is not asked for. */
const STAY_MS = 300
/** Half a screen below counts as in view. */
const AHEAD = '0px 0px 50% 0px'

type Change = (change: BagChange) => void

/** Tells the ids of the offers without a bag whose cards stay in view, each time that they are other ones. */
function useCardsInView(
  list: RefObject<HTMLElement | null>,
  shown: readonly Offer[],
  onStay: (ids: readonly string[]) => void,
) {
  useEffect(() => {
    const cards = list.current
    if (!cards) return
    const open = new Set(shown.filter((offer) => !includesBag(offer)).map(({ id }) => id))
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
    // The observer tells nothing where no card is without a bag.
    if (watch() === 0) waitForStay()
    // An opened departure shows more of them.
    const folds = new MutationObserver(watch)
    folds.observe(cards, { childList: true, subtree: true })
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      folds.disconnect()
    }
  }, [list, shown, onStay])
}

async function ask(call: BagCall, onChange: Change) {
  onChange((bags) => asking(bags, call))
  const prices = await knownBagPrices(call)
  onChange((bags) => answered(bags, awaited(bags, call), prices))
}

/**
 * Asks for the bags of what is in view. When the first answers are there, the list is sorted by them. Where it is being
 * read, and for all that comes later, it waits for the reader's word. Of the `listed` offers, filters leave those `shown`.
 */
export function useBagPrices(
  { bags, setBags, isSorting }: Pick<ReturnType<typeof useBags>, 'bags' | 'setBags' | 'isSorting'>,
  { list, isRead }: ReturnType<typeof useReading>,
  listed: readonly Offer[],
  shown: readonly Offer[],
) {
  const [hasLooked, setLooked] = useState(false)
  // The provider may have been busy, and has had time since.
  useEffect(() => setBags(dropUnknown), [setBags])
  const stay = useCallback(
    (ids: readonly string[]) => {
      setBags((before) => want(before, ids, listed))
      setLooked(true)
    },
    [setBags, listed],
  )
  useCardsInView(list, shown, stay)

  const next = nextToAsk(bags).join(',')
  useEffect(() => {
    if (next) void ask(next.split(','), setBags)
  }, [next, setBags])

  const isReady = hasLooked && isSorting && !isAsking(bags) && hasNews(bags)
  const isFirst = bags.placed === null
  useEffect(() => {
    if (isReady) setBags(isFirst && !isRead() ? place : hold)
  }, [isReady, isFirst, isRead, setBags])
}

'use client'
import { useCallback, useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import { useSWRConfig } from 'swr'
import type { Offer } from '@/lib/api/types'
import * as words from '@/messages/search/results'
import { keepListed } from '../lib/bag-list'
import { noBags, place, placeAgain } from '../lib/bag-prices'
import { type BagChange, bagStoreOf } from '../lib/bag-store'
import { bagWays, type SumsWithBag, sumsWithBag } from '../lib/bag-ways'
import { isByPrice, type SortOrder, sortOffers } from '../lib/offers'
import type { View } from '../lib/view'
import type { useReading } from './use-reading'

/** What is known of the bags of a search. It outlives the page. */
function useKeptBags(search: string) {
  const store = bagStoreOf(useSWRConfig().cache)
  const bags = useSyncExternalStore(
    store.subscribe,
    () => store.read(search),
    () => noBags,
  )
  const setBags = useCallback((change: BagChange) => store.change(search, change), [store, search])
  return [bags, setBags] as const
}

/**
 * The prices with a bag of the list of a search that stands in a view, and the sums that it is sorted by: null while it
 * stands by fare. Once it is sorted by other sums, it is another view of the list. `loaded`: all offers of the search
 * that are here; fares are compared with those of `comparable`.
 */
export function useBags(
  search: string,
  standing: View,
  loaded: readonly Offer[],
  comparable: readonly Offer[] = loaded,
) {
  const [bags, setBags] = useKeptBags(search)
  // Before it is painted: no card may call the fare of an earlier answer the one of now.
  useLayoutEffect(() => setBags((before) => keepListed(before, loaded)), [setBags, loaded])
  const isSorting = standing.withBag && isByPrice(standing.sort)
  const placed = isSorting ? bags.placed : null
  const sums = useMemo(() => placed && sumsWithBag(comparable, placed), [placed, comparable])
  const ways = useMemo(
    () => bagWays(standing.withBag ? comparable : [], bags.known),
    [standing.withBag, comparable, bags.known],
  )
  const isHeld = isSorting && bags.isHeld
  const heldSums = useMemo(
    () => (isHeld ? sumsWithBag(comparable, bags.known) : null),
    [isHeld, comparable, bags.known],
  )
  const view = useMemo(() => ({ ...standing, placed }), [standing, placed])
  return {
    bags,
    setBags,
    isSorting,
    sums,
    /** All sums that are known now, where they wait for the reader's word. */
    heldSums,
    /** The cheapest known way to have a bag on each journey. */
    ways,
    view,
    /** To be called where the reader asks for another view. */
    placeAgain: () => setBags(placeAgain),
    /** Of offers that are asked for anew. */
    forget: () => setBags(() => noBags),
  }
}

/** By these sums the offers that are shown would stand otherwise than they do among the `sorted` ones. */
function wouldMove(shown: readonly Offer[], sorted: readonly Offer[], sort: SortOrder, sums: SumsWithBag) {
  const ids = new Set(shown.map(({ id }) => id))
  const isShown = ({ id }: Offer) => ids.has(id)
  const next = sortOffers(sorted, sort, null, sums).filter(isShown)
  return sorted.filter(isShown).some(({ id }, at) => id !== next[at]?.id)
}

/**
 * What more is known of the bags, as an order of the `sorted` list that waits for the reader's word; undefined where
 * those of its offers that are shown stand in it already.
 */
export function useHeldOrder(
  { heldSums, view, setBags }: Pick<ReturnType<typeof useBags>, 'heldSums' | 'view' | 'setBags'>,
  { list }: Pick<ReturnType<typeof useReading>, 'list'>,
  sorted: readonly Offer[],
  shown: readonly Offer[],
) {
  const { sort, placed } = view
  return useMemo(() => {
    if (!heldSums || (placed && !wouldMove(shown, sorted, sort, heldSums))) return undefined
    const onOrder = () => {
      setBags(place)
      list.current?.focus()
    }
    return { words: words.sortByBag, onOrder }
  }, [heldSums, placed, shown, sorted, sort, setBags, list])
}

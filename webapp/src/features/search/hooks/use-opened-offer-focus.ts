'use client'
import { type RefObject, useEffect, useRef } from 'react'
import type { Offer } from '@/lib/api/types'
import { routes } from '@/lib/routes'
import { readStored, removeStored, store } from '@/lib/storage'
import { takeReturn } from '@/lib/use-page-top'
import { moveFocus } from '../lib/move-focus'
import { forgetReturn, noteFocusIsBack, noteListStands, noteReturn } from '../lib/returned'

const KEY = 'openedOffer'

interface Opened {
  /** Of the list. */
  address: string
  offerId: string
}

/** Notes the offer whose page is opened from the list. */
export const noteOpened = (offerId: string) =>
  store('sessionStorage', KEY, { address: window.location.href, offerId } satisfies Opened)

/** The offer from whose page Back has led to the list, once. */
function takeOpened() {
  if (!takeReturn()) return null
  const opened = readStored<Opened>('sessionStorage', KEY)
  removeStored('sessionStorage', KEY)
  return opened?.address === window.location.href ? opened.offerId : null
}

/** On its own card, else on that of another fare of the same flights. */
function linkTo(offerId: string, list: HTMLElement | null) {
  const links = [...(list?.querySelectorAll<HTMLAnchorElement>('article a') ?? [])].filter(
    ({ pathname }) => pathname === routes.flight(offerId),
  )
  return links.find((link) => link.closest('article')?.dataset.offer === offerId) ?? links[0]
}

/** A reader who has gone to something else meanwhile stays there. */
const isElsewhere = (list: Element | null) => document.activeElement?.contains(list) === false

/**
 * Back from a flight, its link has the focus again. Browsers keep the place in the list, but the focus only of a page
 * that they have kept whole.
 */
export function useOpenedOfferFocus(list: RefObject<HTMLElement | null>, shown: readonly Offer[]) {
  const awaited = useRef<string | null>(undefined)
  useEffect(() => forgetReturn, [])
  useEffect(() => {
    if (awaited.current === undefined) {
      awaited.current = takeOpened()
      if (awaited.current) noteReturn()
    }
    if (shown.length > 0) noteListStands()
    const link = awaited.current ? linkTo(awaited.current, list.current) : undefined
    if (!link) return
    awaited.current = null
    if (!isElsewhere(list.current)) moveFocus(link)
    noteFocusIsBack(link)
  }, [list, shown])
}

'use client'
import { createContext } from 'react'
import { routes } from '@/lib/routes'
import { searchReturn } from '@/lib/search-return'
import { useRequired } from './use-required'

/** The offer whose booking was sent, for the page that tells what came of it. */
interface AttemptedOffer {
  /** Its page shows this booking, too. */
  offerId: string
  /** What its page carries of the search, as `searchCarried` gives it. */
  search: string
  /** As it was typed, where this page still knows it: else the booking says it. */
  email?: string
  /** This page still has all that was typed of who travels, passports too. */
  hasPassports?: boolean
  /** Begins anew on this page, after a booking that failed. */
  onTryAgain?: () => void
}

export const AttemptedOfferContext = createContext<AttemptedOffer | null>(null)
export const useAttemptedOffer = () => useRequired(AttemptedOfferContext)

/** Where a search goes on: with the results that the offer came from, else with an empty form. */
export function useSearchHref() {
  const { search } = useAttemptedOffer()
  return searchReturn(new URLSearchParams(search), routes.home)
}

'use client'
import { useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import type { Offer } from '@/lib/api/types'
import { hadPassportsFor, hasPassengers } from '../lib/draft'
import { readDraft } from '../lib/draft-memory'
import type { PartyMember } from '../lib/passengers'
import { isPassportRequired } from '../lib/passport'
import type { Tell } from './use-booking-state'
import { useIsLate } from './use-is-late'
import { isLaterStep } from './use-step'

interface Options {
  offer: Offer
  party: readonly PartyMember[]
  /** The form has taken who travels. */
  isTaken: boolean
  tell: Tell
}

/**
 * Whether a reload still waits for who travels, to open the step of its address: for three seconds at most. Where a
 * passport is asked for, or was typed for this offer, it begins at the passengers, as none is kept.
 */
export function useReturn({ offer, party, isTaken, tell }: Options) {
  const params = useSearchParams()
  const [isAsking, setAsking] = useState(() => {
    const draft = readDraft()
    const needsPassports = hadPassportsFor(draft, offer.id) || isPassportRequired(offer)
    return !isTaken && isLaterStep(params) && !hasPassengers(draft) && !needsPassports
  })
  const isLate = useIsLate(isAsking)
  const isReturning = isAsking && !isLate

  useEffect(() => {
    if (!isReturning) return
    let isLeft = false
    import('../api/complete-passengers')
      .then(({ fetchCompletePassengers }) => fetchCompletePassengers(offer, party))
      .then((passengers) => {
        if (isLeft) return
        if (passengers) tell({ type: 'passengers saved', passengers })
        setAsking(false)
      })
      .catch(() => !isLeft && setAsking(false))
    return () => {
      isLeft = true
    }
  }, [isReturning, offer, party, tell])
  return isReturning
}

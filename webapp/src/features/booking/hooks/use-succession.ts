'use client'
import { useState } from 'react'
import { notify } from '@/components/ui/toast/notify'
import type { Price, Replacement } from '@/lib/api/types'
import { useSuccessor } from '@/lib/api/use-successor'

/** What a traveller is told once the booking goes on with another offer. */
export interface Succession {
  /** What the offer before cost. */
  before: Price
  /** Seats belong to their offer. */
  hasLostSeats: boolean
}

interface Options {
  replacement: Replacement | null
  current: Succession
  onReplaced: (offerId: string, succession: Succession) => void
}

/** Lets the booking go on with the replacement of its offer; everything typed stays where it stands. */
export function useSuccession({ replacement, current, onReplaced }: Options) {
  const [succession, setSuccession] = useState<Succession | null>(null)
  const successor = useSuccessor(replacement, (offerId) => {
    setSuccession(current)
    onReplaced(offerId, current)
    // Takes the place of the toast that told of the end.
    void notify({ type: 'success', title: 'Your booking goes on', description: 'Same flights, new offer.' })
  })
  return { successor, succession, endSuccession: () => setSuccession(null) }
}

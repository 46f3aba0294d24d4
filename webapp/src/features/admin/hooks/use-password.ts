'use client'
import { useState } from 'react'
import { TRY_LATER } from '@/lib/api/error'
import { failureOfProof, type Proof, type ProofFailure, proveSession, wantsCode, wantsPassword } from '../api/settings'

/** What is done once the password is given. */
export type Purpose = 'published' | 'undone' | 'deleted' | 'checked' | 'live' | 'test'

interface Waiting {
  purpose: Purpose
  again: () => Promise<void>
  failure?: ProofFailure
  wantsCode?: boolean
  isBusy?: boolean
}

/** What an administrator does may have to wait for the password, and is done again once that was given. */
export function usePassword() {
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  return {
    /** Nothing while no password is asked for. */
    purpose: waiting?.purpose,
    failure: waiting?.failure,
    wantsCode: waiting?.wantsCode ?? false,
    isBusy: waiting?.isBusy ?? false,
    /** False where the error has another cause. */
    askedBy: (error: unknown, purpose: Purpose, again: () => Promise<void>) => {
      if (!wantsPassword(error)) return false
      setWaiting({ purpose, again })
      return true
    },
    enter: async (proof: Proof) => {
      if (!waiting) return
      setWaiting({ ...waiting, isBusy: true })
      try {
        await proveSession(proof)
      } catch (error) {
        const asks = waiting.wantsCode || wantsCode(error)
        setWaiting({ ...waiting, failure: failureOfProof(error, TRY_LATER), wantsCode: asks, isBusy: false })
        return
      }
      setWaiting(null)
      await waiting.again()
    },
    giveUp: () => setWaiting(null),
  }
}

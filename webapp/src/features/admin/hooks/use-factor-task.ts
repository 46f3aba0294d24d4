'use client'
import { useState } from 'react'
import { TRY_LATER } from '@/lib/api/error'
import { beginSecondFactor, confirmSecondFactor, renewRecoveryCodes } from '../api/second-factor'
import { failureOfProof, type Proof, type ProofFailure, wantsCode } from '../api/settings'
import { reasonForStaff } from '../lib/reason'

/** What an administrator does to their second factor. */
export type Task = 'setUp' | 'replace' | 'renew'

type Step =
  | { name: 'proving'; failure?: ProofFailure; wantsCode: boolean }
  | { name: 'scanning'; uri: string; failure?: string }
  /** Told once. */
  | { name: 'keeping'; codes: readonly string[] }

const wrongCode = (error: unknown) => failureOfProof(error, TRY_LATER).code ?? reasonForStaff(error, TRY_LATER)

/** The steps from the proof to the recovery codes. A device is scanned between them. */
export function useFactorTask(task: Task) {
  const [step, setStep] = useState<Step>({ name: 'proving', wantsCode: task !== 'setUp' })
  const [isBusy, setBusy] = useState(false)

  const prove = async (proof: Proof) => {
    setBusy(true)
    try {
      if (task === 'renew') {
        const { recoveryCodes } = await renewRecoveryCodes(proof)
        setStep({ name: 'keeping', codes: recoveryCodes })
      } else {
        const { uri } = await beginSecondFactor(proof)
        setStep({ name: 'scanning', uri })
      }
    } catch (error) {
      const asks = task !== 'setUp' || proof.code !== undefined || wantsCode(error)
      setStep({ name: 'proving', failure: failureOfProof(error, TRY_LATER), wantsCode: asks })
    }
    setBusy(false)
  }

  const confirm = async (uri: string, code: string) => {
    setBusy(true)
    try {
      const { recoveryCodes } = await confirmSecondFactor(code)
      setStep({ name: 'keeping', codes: recoveryCodes })
    } catch (error) {
      setStep({ name: 'scanning', uri, failure: wrongCode(error) })
    }
    setBusy(false)
  }
  return { step, isBusy, prove, confirm }
}

'use client'
import { useState } from 'react'
import { notify } from '@/components/ui/toast/notify'
import { reload } from '@/lib/load-document'
import { pause } from '@/lib/pause'
import * as texts from '@/messages/admin/mode'
import {
  failureOfProof,
  isNotReadyForLive,
  type Proof,
  type ProofFailure,
  proveSession,
  saveMode,
  wantsCode,
  wantsPassword,
} from '../api/settings'
import { reasonForStaff } from '../lib/reason'

const RELOAD_AFTER_MS = 1000

interface Failure {
  title: string
  words: string
  /** A required check fails: the list of checks says which. */
  isNotReady?: boolean
}

type AfterFailure = Pick<Failure, 'isNotReady'> & { next?: ModeStep }

type ModeStep = 'idle' | 'confirming' | 'proving' | 'saving' | 'done'

export const modeOf = (isLive: boolean) => (isLive ? 'live' : 'test')

/**
 * Switches the mode: it asks first, the session is proved before and after (with the password where that was
 * given too long ago), and the page is loaded afresh once it is done.
 */
export function useModeSwitch() {
  const [step, setStep] = useState<ModeStep>('idle')
  const [wantsLive, setWantsLive] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [asksForCode, setAsksForCode] = useState(false)
  const [isProving, setProving] = useState(false)
  const [proofFailure, setProofFailure] = useState<ProofFailure>({})

  const fail = (title: string, words: string, { next = 'idle', isNotReady }: AfterFailure = {}) => {
    setFailure({ title, words, isNotReady })
    setStep(next)
    void notify({ type: 'error', title, description: words })
  }

  const failProof = (error: unknown) => {
    const found = failureOfProof(error, texts.notVerified)
    setProofFailure(found)
    fail(texts.authenticationFailed, found.code ?? found.password ?? texts.notVerified, { next: 'proving' })
  }

  const prove = async (proof?: Proof) => {
    setProofFailure({})
    try {
      await proveSession(proof)
      return true
    } catch (error) {
      if (wantsCode(error)) setAsksForCode(true)
      if (wantsPassword(error) || wantsCode(error)) setStep('proving')
      else if (proof) failProof(error)
      else fail(texts.authenticationError, texts.authenticationErrorText)
      return false
    }
  }

  const save = async (isLive: boolean) => {
    const mode = modeOf(isLive)
    void notify({ type: 'info', title: texts.changing, description: texts.changingText({ mode }) })
    try {
      await saveMode(isLive)
    } catch (error) {
      const reason = reasonForStaff(error, '')
      if (reason) fail(texts.changeFailed, reason, { isNotReady: isNotReadyForLive(error) })
      else fail(texts.updateFailed, texts.updateFailedText)
      return
    }
    void notify({ type: 'success', title: texts.updated, description: texts.updatedText({ mode }) })
    setStep('done')
    await proveSession().catch(() => {
      setFailure({ title: texts.authenticationFailed, words: texts.notVerified })
      void notify({ type: 'error', title: texts.authenticationFailed, description: texts.notVerified })
    })
    await pause(RELOAD_AFTER_MS)
    reload()
  }

  const go = async (isLive: boolean, proof?: Proof) => {
    setFailure(null)
    // The dialog stays while its proof is on the way: what was typed may have to be mended.
    if (proof) setProving(true)
    else setStep('saving')
    const isProved = await prove(proof)
    setProving(false)
    if (!isProved) return
    setStep('saving')
    await save(isLive)
  }

  return {
    step,
    failure,
    proofFailure,
    asksForCode,
    isProving,
    wantsLive,
    isBusy: step === 'saving' || step === 'done',
    toggle: (isLive: boolean) => {
      setWantsLive(isLive)
      setFailure(null)
      setStep('confirming')
    },
    confirm: () => void go(wantsLive),
    enterProof: (proof: Proof) => void go(wantsLive, proof),
    giveUp: () => {
      setFailure(null)
      setStep('idle')
    },
  }
}

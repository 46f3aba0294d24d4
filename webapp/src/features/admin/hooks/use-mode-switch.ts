'use client'
import { useState } from 'react'
import { notify } from '@/components/ui/toast/notify'
import { reasonOf } from '@/lib/api/error'
import { pause } from '@/lib/pause'
import { isNotReadyForLive, proveSession, reasonNotProved, saveMode, wantsPassword } from '../api/settings'

const RELOAD_AFTER_MS = 1000

interface Failure {
  title: string
  words: string
  /** A required check fails: the list of checks says which. */
  isNotReady?: boolean
}

type AfterFailure = Pick<Failure, 'isNotReady'> & { next?: ModeStep }

type ModeStep = 'idle' | 'confirming' | 'proving' | 'saving' | 'done'

const modeName = (isLive: boolean) => (isLive ? 'live' : 'test')

/**
 * Switches the mode: it asks first, the session is proved before and after (with the password where that was
 * given too long ago), and the page is loaded afresh once it is done.
 */
export function useModeSwitch(onReload: () => void = () => window.location.reload()) {
  const [step, setStep] = useState<ModeStep>('idle')
  const [wantsLive, setWantsLive] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  const fail = (title: string, words: string, { next = 'idle', isNotReady }: AfterFailure = {}) => {
    setFailure({ title, words, isNotReady })
    setStep(next)
    void notify({ type: 'error', title, description: words })
  }

  const prove = async (password?: string) => {
    try {
      await proveSession(password)
      return true
    } catch (error) {
      if (wantsPassword(error)) setStep('proving')
      else if (password !== undefined)
        fail('Authentication Failed', reasonNotProved(error, NOT_VERIFIED), { next: 'proving' })
      else fail('Authentication Error', 'Could not verify admin privileges. Please try logging in again.')
      return false
    }
  }

  const save = async (isLive: boolean) => {
    void notify({ type: 'info', title: 'Mode Change', description: `Switching to ${modeName(isLive)} mode…` })
    try {
      await saveMode(isLive)
    } catch (error) {
      const reason = reasonOf(error, '')
      if (reason) fail('Mode Change Failed', reason, { isNotReady: isNotReadyForLive(error) })
      else fail('Failed to Update', 'There was a problem saving your changes.')
      return
    }
    void notify({ type: 'success', title: 'Settings Updated', description: `The site is in ${modeName(isLive)} mode.` })
    setStep('done')
    await proveSession().catch(() => {
      setFailure({ title: 'Authentication Failed', words: NOT_VERIFIED })
      void notify({ type: 'error', title: 'Authentication Failed', description: NOT_VERIFIED })
    })
    await pause(RELOAD_AFTER_MS)
    onReload()
  }

  const go = async (isLive: boolean, password?: string) => {
    setFailure(null)
    setStep('saving')
    if (await prove(password)) await save(isLive)
  }

  return {
    step,
    failure,
    wantsLive,
    isBusy: step === 'saving' || step === 'done',
    toggle: (isLive: boolean) => {
      setWantsLive(isLive)
      setFailure(null)
      setStep('confirming')
    },
    confirm: () => void go(wantsLive),
    enterPassword: (password: string) => void go(wantsLive, password),
    giveUp: () => {
      setFailure(null)
      setStep('idle')
    },
  }
}

const NOT_VERIFIED = 'Session could not be verified. Please log in again.'

'use client'
import { useState } from 'react'
import { TRY_LATER } from '@/lib/api/error'
import type { Preflight } from '@/lib/api/types'
import { runPreflight } from '../api/preflight'
import { reasonForStaff } from '../lib/reason'
import { usePassword } from './use-password'

/** The checks before live mode. A run that fails leaves the report of the last one. */
export function usePreflight() {
  const [report, setReport] = useState<Preflight | null>(null)
  const [failure, setFailure] = useState('')
  const [isRunning, setRunning] = useState(false)
  const password = usePassword()

  const run = async () => {
    setRunning(true)
    setFailure('')
    try {
      setReport(await runPreflight())
    } catch (error) {
      if (!password.askedBy(error, 'checked', run)) setFailure(reasonForStaff(error, TRY_LATER))
    }
    setRunning(false)
  }
  return { report, failure, isRunning, password, run: () => void run() }
}

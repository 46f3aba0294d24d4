'use client'
import { type ChangeEvent, type FormEvent, useState } from 'react'
import { reasonOf, TRY_LATER } from '@/lib/api/error'
import { fieldProblems } from '@/lib/api/field-problems'
import * as rules from '@/messages/account/rules'
import { accountFieldWords } from '../lib/field-words'

interface Failure {
  /** Of the password. */
  field?: string
  /** Of anything else. */
  other?: string
}

function failureOf(error: unknown): Failure {
  const problem = fieldProblems(error, accountFieldWords).find(({ field }) => field === 'currentPassword')
  return problem ? { field: problem.message } : { other: reasonOf(error, TRY_LATER) }
}

/** A form that asks for the password once more before it acts. */
export function usePasswordAgain(act: (password: string) => Promise<void>) {
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>({})

  const send = async () => {
    setBusy(true)
    setFailure({})
    try {
      await act(password)
      setPassword('')
    } catch (error) {
      setFailure(failureOf(error))
    }
    setBusy(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (password) void send()
    else setFailure({ field: rules.currentPasswordMissing })
  }
  const input = {
    autoComplete: 'current-password',
    value: password,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setPassword(event.target.value),
  } as const
  return { input, submit, isBusy, failure }
}

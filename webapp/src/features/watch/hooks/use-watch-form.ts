'use client'
import { type FormEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { WatchAccepted } from '@/lib/api/types'
import type { SearchCriteria } from '@/lib/criteria'
import { useLateRules } from '@/lib/use-late-rules'
import { watchPrice } from '../api/watches'
import { refusalOf } from '../lib/refusal'
import { tripOf } from '../lib/trip'
import type { WatchFields } from '../lib/watch-rules'

const loadRules = () => import('../lib/watch-rules').then(({ watchRules }) => watchRules)

/** What the server has taken, and whom it writes to. */
export interface Accepted {
  state: WatchAccepted['state']
  email: string
  /** Of further falls too. */
  again: boolean
}

/** Asks to watch a search. `own`: the address of the signed-in user, for whom there is no field. */
export function useWatchForm(criteria: SearchCriteria, own: string | null) {
  const form = useForm<WatchFields>({
    resolver: useLateRules(loadRules),
    defaultValues: { email: '', again: false },
  })
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const [accepted, setAccepted] = useState<Accepted | null>(null)

  const send = async ({ email, again }: WatchFields) => {
    setBusy(true)
    setFailure('')
    try {
      const { state } = await watchPrice({ trip: tripOf(criteria), again, ...(own ? {} : { email }) })
      setAccepted({ state, email: own ?? email, again })
    } catch (error) {
      const refusal = refusalOf(error)
      setFailure(refusal.form || (own && refusal.email) || '')
      if (refusal.email) form.setError('email', { message: refusal.email }, { shouldFocus: true })
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    void (own ? send(form.getValues()) : form.handleSubmit(send)(event))
  }
  return { form, submit, isBusy, failure, accepted }
}

'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useCurrentUser } from '@/lib/api/current-user'
import type { User } from '@/lib/api/types'
import { useFirstKnown } from '@/lib/use-first-known'
import type { PassengerForm } from '../lib/passenger-form'

/** All that an account knows of its holder, and passengers are asked for. */
const known = ['firstName', 'lastName', 'email'] as const
const path = (field: (typeof known)[number]) => `passengers.0.${field}` as const

/**
 * Fills in for the first passenger what their account knows: by itself where nothing is typed yet, later when asked. What
 * was typed is never overwritten, and taking it back takes only what is still as it was filled in. A form that was drawn
 * for a guest stays so: it would move while it is typed into.
 */
export function useOwnDetails({ getValues, setValue, formState }: UseFormReturn<PassengerForm>) {
  const { user: read } = useCurrentUser()
  const user = useFirstKnown(read) === null ? null : read
  const [isUsed, setUsed] = useState(false)
  const offered = useRef<string | null>(null)
  const shouldValidate = formState.isSubmitted

  const replace = useCallback(
    (from: (of: User, field: (typeof known)[number]) => string, to: typeof from, of: User) => {
      for (const field of known) {
        if (getValues(path(field)).trim() !== from(of, field)) continue
        setValue(path(field), to(of, field), { shouldDirty: true, shouldValidate })
      }
    },
    [getValues, setValue, shouldValidate],
  )

  useEffect(() => {
    if (!user || offered.current === user.username) return
    offered.current = user.username
    const isUntouched = known.every((field) => getValues(path(field)) === '')
    if (isUntouched) replace(nothing, theirs, user)
    setUsed(isUntouched || known.every((field) => getValues(path(field)) === theirs(user, field)))
  }, [user, getValues, replace])

  const use = (wanted: boolean) => {
    if (!user) return
    if (wanted) replace(nothing, theirs, user)
    else replace(theirs, nothing, user)
    setUsed(wanted)
  }
  return { user, isUsed, use }
}

const nothing = () => ''
const theirs = (user: User, field: (typeof known)[number]) => user[field].trim()

'use client'
import { useState } from 'react'
import { useCurrentUser } from './current-user'
import type { ApiError } from './error'

/**
 * The current user, for a page that shows nothing without one. `user` is undefined until known, and while a `failure`
 * stands. It stands until `reload`, even if the user is read meanwhile: a button must not change while it is pressed.
 */
export function useRequiredUser() {
  const { user, error, mutate } = useCurrentUser()
  // Undefined until the first answer. A later call that fails takes away nothing that is shown.
  const [failure, setFailure] = useState<ApiError | null>()
  if (failure === undefined && user !== undefined) setFailure(user ? null : (error ?? null))
  const reload = async () => {
    await mutate()
    setFailure(undefined)
  }
  return { user: failure ? undefined : user, failure, reload }
}

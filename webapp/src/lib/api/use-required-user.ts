'use client'
import { useState } from 'react'
import { useCurrentUser } from './current-user'

/**
 * The current user, for a page that shows nothing without one. `user` is undefined until known. `failure` says why they
 * are not known yet; it goes as soon as they are read, by `reload` or by itself.
 */
export function useRequiredUser() {
  const { user, error, mutate } = useCurrentUser()
  // A later call that fails takes away nothing that is shown.
  const [isKnown, setKnown] = useState(false)
  if (!isKnown && (user || (user === null && !error))) setKnown(true)
  const failure = isKnown || user ? undefined : error
  return { user: failure ? undefined : user, failure, reload: () => mutate() }
}

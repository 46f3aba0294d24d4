'use client'
import { useCurrentUser } from './current-user'

/**
 * The current user, for a page that shows nothing without one. `user` is undefined until known. `failure` says why they
 * are not known yet; it goes as soon as they are read, by `reload` or by itself.
 */
export function useRequiredUser() {
  const { user, isKnown, error, mutate } = useCurrentUser()
  // A later call that fails takes away nothing that is shown.
  return { user: isKnown ? user : undefined, failure: isKnown ? undefined : error, reload: () => mutate() }
}

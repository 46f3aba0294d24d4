'use client'
import { useCurrentUser } from '@/lib/api/current-user'
import { useFirstKnown } from '@/lib/use-first-known'

/** Who was signed in when the page was opened: a login on the page itself changes nothing before it leads away. */
export const useArrivedUser = () => useFirstKnown(useCurrentUser().user)

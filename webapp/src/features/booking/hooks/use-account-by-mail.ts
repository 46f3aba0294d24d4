'use client'
import { useCurrentUser } from '@/lib/api/current-user'
import type { User } from '@/lib/api/types'
import { useFirstKnown } from '@/lib/use-first-known'
import type { AccountInfo } from '../api/create-booking'

/**
 * The account of which the booking tells by e-mail alone: a new one, or perhaps one that the address had before. Null
 * where it tells of none. `account` as the booking was answered:
 * null where it made none, or told it before; absent where that answer is not at hand, and the booking's own time says
 * who had an account already.
 */
export function useAccountByMail(
  account: AccountInfo | null | undefined,
  bookedAt: string | undefined,
): 'new' | 'new or old' | null {
  const { user: found, error } = useCurrentUser()
  // While the call fails, this may be a guest or not.
  const user = error && !found ? undefined : found
  // The account that a booking makes signs in afterwards.
  const isGuest = useFirstKnown(user) === null
  const isTold = account === undefined ? user !== undefined && !hadAccount(user, bookedAt) : account === null && isGuest
  if (!isTold) return null
  // Only an account that the booking made signs anybody in.
  return user ? 'new' : 'new or old'
}

const hadAccount = (user: User | null, bookedAt = '') =>
  user !== null && Date.parse(user.createdAt) < Date.parse(bookedAt)

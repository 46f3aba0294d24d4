'use client'
import { useState } from 'react'
import { useCurrentUser } from '@/lib/api/current-user'
import type { User } from '@/lib/api/types'
import type { AccountInfo } from '../api/create-booking'

/**
 * Whether the booking may have made an account that is told of by e-mail alone. `account` as the booking was answered:
 * null where it made none, or told it before; absent where that answer is not at hand, and the booking's own time says
 * who had an account already.
 */
export function useAccountByMail(account: AccountInfo | null | undefined, bookedAt: string | undefined) {
  const { user } = useCurrentUser()
  const isGuest = useCameAsGuest(user)
  if (account !== undefined) return account === null && isGuest
  return user !== undefined && !hadAccount(user, bookedAt)
}

/** Nobody was signed in when the page came: the account that a booking makes signs in afterwards. */
function useCameAsGuest(user: User | null | undefined) {
  const [first, setFirst] = useState(user)
  if (first === undefined && user !== undefined) setFirst(user)
  return first === null
}

const hadAccount = (user: User | null, bookedAt = '') =>
  user !== null && Date.parse(user.createdAt) < Date.parse(bookedAt)

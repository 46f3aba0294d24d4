'use client'
import { useState } from 'react'
import { useCurrentUser } from '@/lib/api/current-user'

/** Whether nobody was signed in when the page came: the account that a booking makes signs in afterwards. */
export function useCameAsGuest() {
  const { user } = useCurrentUser()
  const [first, setFirst] = useState(user)
  if (first === undefined && user !== undefined) setFirst(user)
  return first === null
}

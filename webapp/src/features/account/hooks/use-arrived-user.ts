'use client'
import { useState } from 'react'
import { useCurrentUser } from '@/lib/api/current-user'
import type { User } from '@/lib/api/types'

/** Who was signed in when the page was opened: a login on the page itself changes nothing before it leads away. */
export function useArrivedUser() {
  const { user } = useCurrentUser()
  const [arrived, setArrived] = useState<User | null>()
  if (arrived === undefined && user !== undefined) setArrived(user)
  return arrived
}

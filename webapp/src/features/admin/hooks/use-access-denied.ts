'use client'
import { useEffect } from 'react'
import { notify } from '@/components/ui/toast/notify'
import type { ApiError } from '@/lib/api/error'
import { sayInParting } from '@/lib/parting-words'
import { routes } from '@/lib/routes'
import { useNavigate } from '@/lib/use-navigate'

const DENIED = { title: 'Access Denied', description: "You don't have permission to access admin settings." }

/** Sends visitors who may not be here home and tells them why. */
export function useAccessDenied(error: ApiError | undefined) {
  const { replace } = useNavigate()
  const isDenied = error?.status === 401 || error?.status === 403

  useEffect(() => {
    if (!isDenied) return
    void notify({ type: 'error', ...DENIED })
    sayInParting(DENIED)
    replace(routes.home)
  }, [isDenied, replace])

  return isDenied
}

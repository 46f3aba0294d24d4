'use client'
import { useEffect } from 'react'
import { notify } from '@/components/ui/toast/notify'
import type { ApiError } from '@/lib/api/error'
import { routes } from '@/lib/routes'
import { useNavigate } from '@/lib/use-navigate'

/** Whoever may not be here is sent home and told why. */
export function useAccessDenied(error: ApiError | undefined) {
  const { replace } = useNavigate()
  const isDenied = error?.status === 401 || error?.status === 403

  useEffect(() => {
    if (!isDenied) return
    void notify({
      type: 'error',
      title: 'Access Denied',
      description: "You don't have permission to access admin settings.",
    })
    replace(routes.home)
  }, [isDenied, replace])

  return isDenied
}

'use client'
import { useEffect } from 'react'
import { notify } from '@/components/ui/toast/notify'
import type { ApiError } from '@/lib/api/error'
import { setFlashMessage } from '@/lib/flash-message'
import { routes } from '@/lib/routes'
import { useNavigate } from '@/lib/use-navigate'
import * as words from '@/messages/admin/access'

const DENIED = { title: words.denied, description: words.deniedText }

/** Sends visitors who may not be here home and tells them why. */
export function useAccessDenied(error: ApiError | undefined) {
  const { replace } = useNavigate()
  const isDenied = error?.status === 401 || error?.status === 403

  useEffect(() => {
    if (!isDenied) return
    void notify({ type: 'error', ...DENIED })
    setFlashMessage(DENIED)
    replace(routes.home)
  }, [isDenied, replace])

  return isDenied
}

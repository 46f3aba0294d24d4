'use client'
import { type ReactNode, useEffect, useRef } from 'react'
import { Notice } from '@/components/ui/notice'

/** What was done. What did it is gone, so the focus goes to these words. */
export function News({ children }: { children: ReactNode }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <Notice tone="success" role="status" tabIndex={-1} ref={notice} outline="none" overflowWrap="anywhere">
      {children}
    </Notice>
  )
}

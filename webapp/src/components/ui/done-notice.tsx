'use client'
import { type ReactNode, useEffect, useRef } from 'react'
import { Notice } from './notice'

interface Props {
  tone?: 'success' | 'error'
  children: ReactNode
}

/** What was done, or could not be. What did it is gone, so the focus goes to these words. */
export function DoneNotice({ tone = 'success', children }: Props) {
  const role = tone === 'error' ? 'alert' : 'status'
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <Notice tone={tone} role={role} tabIndex={-1} ref={notice} outline="none" overflowWrap="anywhere">
      {children}
    </Notice>
  )
}

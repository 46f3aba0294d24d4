'use client'
import { useEffect, useRef } from 'react'
import { Notice } from '@/components/ui/notice'

/** Stands where the form was, and is read first: the form was longer. `to`: where the answer goes. */
export function Sent({ to }: { to: string }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <Notice tone="success" role="status" tabIndex={-1} ref={notice} scrollMarginTop="6rem">
      <strong>We’ve got your message.</strong> We aim to answer within 24 hours, to {to}.
    </Notice>
  )
}

'use client'
import { useEffect, useRef } from 'react'
import { Notice } from '@/components/ui/notice'
import { strong } from '@/components/ui/strong'
import * as words from '@/messages/site/enquiry'

/** Stands where the form was, and is read first: the form was longer. `to`: where the answer goes. */
export function Sent({ to }: { to: string }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <Notice tone="success" role="status" tabIndex={-1} ref={notice} scrollMarginTop="6rem">
      {words.sent({ address: to, strong })}
    </Notice>
  )
}

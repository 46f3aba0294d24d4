'use client'
import { useEffect, useRef } from 'react'
import { Notice } from '@/components/ui/notice'
import { strong } from '@/components/ui/strong'
import { reveal } from '@/lib/reveal'
import { useOnline } from '@/lib/use-online'
import * as words from '@/messages/booking/payment'
import { usePaymentStep } from '../../hooks/booking-contexts'
import type { Phase } from '../../hooks/use-payment'

const meanings: Partial<Record<Phase, string>> = {
  paying: words.payingMeaning,
  booking: words.bookingMeaning,
}

/** Beside the button that was pressed, while it is not answered: what that means, and what happens next. */
export function StillAsking() {
  const { phase, isUnheard } = usePaymentStep()
  const isOnline = useOnline()
  const notice = useRef<HTMLDivElement>(null)
  const meaning = meanings[phase]
  const isShown = meaning !== undefined && (isUnheard || !isOnline)
  // On phones the button stands in a bar, wherever the page is.
  useEffect(() => {
    if (isShown) reveal(notice.current)
  }, [isShown])

  if (!isShown) return null
  return (
    <Notice ref={notice} tabIndex={-1} outline="none" tone="warning" role="status">
      {isOnline ? words.stillAsking({ meaning, strong }) : words.stillAskingOffline({ meaning, strong })}
    </Notice>
  )
}

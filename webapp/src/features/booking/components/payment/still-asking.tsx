'use client'
import { useEffect, useRef } from 'react'
import { Notice } from '@/components/ui/notice'
import { reveal } from '@/lib/reveal'
import { useOnline } from '@/lib/use-online'
import { usePaymentStep } from '../../hooks/booking-contexts'
import type { Phase } from '../../hooks/use-payment'

const meanings: Partial<Record<Phase, string>> = {
  paying: 'Nothing is booked yet, and the same card never pays twice.',
  booking:
    'Your booking may already be on its way, so please do not start another one. It is never booked or charged twice.',
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
      <strong>{isOnline ? 'We have no answer yet.' : 'You are offline.'}</strong>{' '}
      {isOnline ? 'We keep asking.' : 'We ask again by ourselves as soon as your connection is back.'} {meaning}
    </Notice>
  )
}

'use client'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
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
  const meaning = meanings[phase]
  if (meaning === undefined || (!isUnheard && isOnline)) return null
  return (
    <Told>{isOnline ? words.stillAsking({ meaning, strong }) : words.stillAskingOffline({ meaning, strong })}</Told>
  )
}

/** It takes the focus, and gives it back to the pressed button when it goes. */
function Told({ children }: { children: ReactNode }) {
  const notice = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = notice.current
    const before = document.activeElement
    // On phones the button stands in a bar, wherever the page is.
    reveal(element)
    return () => {
      if (before instanceof HTMLElement && element?.contains(document.activeElement))
        before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <Notice ref={notice} tabIndex={-1} outline="none" tone="warning" role="status">
      {children}
    </Notice>
  )
}

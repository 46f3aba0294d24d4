'use client'
import { Hidden } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { EXPIRED, formatCountdown, SOON_SECONDS, spokenCountdown } from '@/lib/countdown'
import { useCountdown } from '@/lib/use-countdown'

/** How long the price holds. The place is kept while the clock is not yet known. */
export function Countdown({ expiresAt }: { expiresAt: string | null }) {
  const seconds = useCountdown(expiresAt)
  if (seconds === 0) {
    return (
      <Notice tone="error" icon="clock">
        {EXPIRED}
      </Notice>
    )
  }
  const isSoon = seconds !== null && seconds < SOON_SECONDS
  const time = seconds === null ? '--:--' : formatCountdown(seconds)
  return (
    <Notice tone={isSoon ? 'warning' : 'brand'} icon="clock" fontVariantNumeric="tabular-nums">
      {isSoon ? (
        <>
          <strong>Offer Expiring Soon</strong>
          <br />
          {time} left at this price
        </>
      ) : (
        <>
          Offer expires in <strong>{time}</strong>
        </>
      )}
      <Hidden role="status">{seconds === null ? '' : spokenCountdown(seconds)}</Hidden>
    </Notice>
  )
}

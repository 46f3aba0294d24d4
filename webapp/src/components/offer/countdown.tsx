'use client'
import { Hidden } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { strong } from '@/components/ui/strong'
import { EXPIRED, formatCountdown, SOON_SECONDS, spokenCountdown } from '@/lib/countdown'
import { useCountdown } from '@/lib/use-countdown'
import * as words from '@/messages/components/offer/countdown'

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
          <strong>{words.expiringSoon}</strong>
          <br />
          {words.timeLeft({ time })}
        </>
      ) : (
        words.expiresIn({ time, strong })
      )}
      <Hidden role="status">{seconds === null ? '' : spokenCountdown(seconds)}</Hidden>
    </Notice>
  )
}

'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'
import { BottomBar } from '@/components/ui/bottom-bar'
import { BusyButton } from '@/components/ui/busy-button'
import { formatCountdown, SOON_SECONDS } from '@/lib/countdown'
import { formatTotal } from '@/lib/money'
import { useCountdown } from '@/lib/use-countdown'
import * as words from '@/messages/booking/flow'
import { useOfferStatus, useTrip } from '../hooks/booking-contexts'

const Root = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: { base: 'column-reverse', md: 'row' },
    flexWrap: { md: 'wrap' },
    justifyContent: 'space-between',
    alignItems: { base: 'stretch', md: 'center' },
    gap: '3',
    // On phones the bar at the bottom has the next step.
    '& .next': { display: { base: 'none', md: 'inline-flex' } },
  },
})

interface Props {
  /** The form that the next step submits. */
  form: string
  next: ReactNode
  /** Of the bar, where there is less room. */
  shortNext?: ReactNode
  isBusy?: boolean
  children: ReactNode
}

/** Where to go from a step: the way on, in the page and in the bar of phones, beside whatever else there is. */
export function StepActions({ form, next, shortNext = next, isBusy = false, children }: Props) {
  const { total, offer, party } = useTrip()
  const { isGone, isRefused, expiresAt } = useOfferStatus()
  const seconds = useCountdown(expiresAt)
  const isSoon = seconds !== null && seconds < SOON_SECONDS
  const ended = isGone ? words.offerExpired : isRefused ? words.offerRefused : null
  const isClosed = ended !== null || isBusy
  return (
    <>
      <Root>
        {children}
        <BusyButton className="next" type="submit" form={form} size="lg" isBusy={isClosed} minW="15rem">
          {ended ?? next}
        </BusyButton>
      </Root>
      <BottomBar>
        <div>
          <p className="sum">{formatTotal(total, offer.price.currency)}</p>
          <p className="note" data-soon={isSoon ? '' : undefined}>
            {isSoon ? words.expiresIn({ time: formatCountdown(seconds) }) : words.totalOf({ count: party.length })}
          </p>
        </div>
        <BusyButton type="submit" form={form} isBusy={isClosed}>
          {ended ?? shortNext}
        </BusyButton>
      </BottomBar>
    </>
  )
}

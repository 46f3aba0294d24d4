'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useEffect, useState } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { Text } from '@/components/ui/layout'
import { PhoneLink } from '@/components/ui/phone-link'
import { useBrand } from '@/providers/brand-provider'
import { Confirming } from './confirming'

const Steps = chakra('ol', {
  base: {
    display: 'grid',
    gap: '3',
    mt: '6',
    textAlign: 'start',
    textStyle: 'sm',
    '& li': { display: 'grid', gridTemplateColumns: '1.25rem 1fr', gap: '3' },
    '& li::before': {
      content: '""',
      boxSize: '3',
      mt: '1',
      borderRadius: 'full',
      border: '2px solid {colors.route}',
      bg: 'surface',
    },
    '& li[data-done]::before': { bg: 'route' },
  },
})

const TICK_MS = 10_000

/** Whole minutes since an instant. */
function useMinutesSince(instant: string | undefined) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return instant ? Math.max(0, Math.floor((now - Date.parse(instant)) / 60_000)) : 0
}

function progressText(minutes: number) {
  if (minutes < 1) return 'The airline is making your booking.'
  if (minutes < 5) return 'The airline is taking longer than usual. We keep asking.'
  return 'The airline has still not answered. We keep asking. If you travel soon, please call us.'
}

interface Props {
  /** Of the booking, which goes on without the page. Without one it is not known yet that it has arrived. */
  booked?: { reference: string; since: string | undefined }
  /** Of the page that shows what becomes of it. */
  href: string
  email: string | undefined
  /** What stands in the way of hearing from the booking. */
  connection: ReactNode
  /** Takes the focus where the view comes in the place of a form. */
  heading?: (element: HTMLElement | null) => void
}

/** The wait for the airline, in the place of the form that paid and on every page that the booking is found on again. */
export function Waiting({ booked, href, email, connection, heading }: Props) {
  const { contact } = useBrand()
  const progress = progressText(useMinutesSince(booked?.since))
  return (
    <Confirming progress={progress} heading={heading}>
      <Steps>
        <li data-done="">Your booking is sent. We charge your card only when the airline confirms.</li>
        <li>The airline issues your tickets. If it can’t, you aren’t charged and any hold on your card is released.</li>
      </Steps>
      {connection}
      <Text mt="6" textStyle="sm">
        {booked ? (
          <>You can close this page. We’ll e-mail {email ? <strong>{email}</strong> : 'you'} either way.</>
        ) : (
          <>
            Keep this page open: your tickets show up here
            {email && (
              <>
                {' '}
                and go to <strong>{email}</strong>
              </>
            )}
            .
          </>
        )}{' '}
        To come back in this browser, keep <AppLink href={href}>this link</AppLink>.
      </Text>
      <Text mt="3" textStyle="sm" color="fg.muted">
        Questions? Call <PhoneLink phone={contact.phone} />
        {booked && (
          <>
            {' '}
            and quote <strong>{booked.reference}</strong>
          </>
        )}
        .
      </Text>
    </Confirming>
  )
}

'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useEffect, useState } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { Text } from '@/components/ui/layout'
import { strong } from '@/components/ui/strong'
import * as words from '@/messages/booking/waiting'
import { usePhoneLink } from '../hooks/use-phone-link'
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
  if (minutes < 1) return words.begun
  if (minutes < 5) return words.slow
  return words.verySlow
}

const mayClose = (email: string | undefined) => (email ? words.mayCloseMailed({ email, strong }) : words.mayClose)

const keepOpen = (email: string | undefined) => (email ? words.keepOpenMailed({ email, strong }) : words.keepOpen)

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
  const call = { ...usePhoneLink(), strong }
  const progress = progressText(useMinutesSince(booked?.since))
  return (
    <Confirming progress={progress} heading={heading}>
      <Steps>
        <li data-done="">{words.sent}</li>
        <li>{words.ticketsNext}</li>
      </Steps>
      {connection}
      <Text mt="6" textStyle="sm">
        {booked ? mayClose(email) : keepOpen(email)}{' '}
        {words.comeBack({ link: (text) => <AppLink href={href}>{text}</AppLink> })}
      </Text>
      <Text mt="3" textStyle="sm" color="fg.muted">
        {booked ? words.questionsQuoting({ ...call, reference: booked.reference }) : words.questions(call)}
      </Text>
    </Confirming>
  )
}

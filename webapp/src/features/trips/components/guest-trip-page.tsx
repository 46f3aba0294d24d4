'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useState } from 'react'
import { GuestLinkForm } from '@/components/trip/guest-link-form'
import { Card } from '@/components/ui/card'
import { Container, Stack, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { usePageTop } from '@/lib/use-page-top'
import * as words from '@/messages/trips/guest'
import { useGuestTrip } from '../hooks/use-guest-trip'
import { GuestTrip } from './guest-trip'
import { LoadError } from './states'

const Sheet = chakra(Card, { base: { mx: 'auto', p: { base: '5', md: '8' } } })

/** Where the link of a mail leads: one trip, without an account. */
export function GuestTripPage() {
  usePageTop()
  const { isNamed, trip, isLinkOver, isForeign, error, isTrying, retry, reload } = useGuestTrip()
  return (
    <Container py={{ base: '6', md: '12' }}>
      {trip ? (
        <Sheet maxW="46rem">
          <GuestTrip trip={trip} onChanged={reload} />
        </Sheet>
      ) : isLinkOver ? (
        <Lookup>{words.linkOver}</Lookup>
      ) : isForeign ? (
        <Lookup>{words.notOpenHere}</Lookup>
      ) : error ? (
        <LoadError title={words.loadFailed} error={error} isTrying={isTrying} retry={retry} />
      ) : isNamed ? (
        <Opening />
      ) : (
        <Lookup />
      )}
    </Container>
  )
}

/** The way to a new link, and why one is needed. */
function Lookup({ children }: { children?: ReactNode }) {
  const [isAsked, setAsked] = useState(false)
  return (
    <Sheet maxW="30rem">
      <h1>{words.find}</h1>
      <Text mt="1" mb="6" color="fg.muted">
        {words.findText}
      </Text>
      {children && !isAsked && (
        <Notice tone="warning" role="alert" mb="5">
          {children}
        </Notice>
      )}
      <GuestLinkForm onAsked={setAsked} />
    </Sheet>
  )
}

function Opening() {
  return (
    <Sheet maxW="46rem" aria-busy="true">
      <Stack gap="4">
        <Text role="status" color="fg.muted">
          {words.opening}
        </Text>
        <Skeleton h="8" maxW="20rem" />
        <Skeleton h="24" />
        <Skeleton h="24" />
      </Stack>
    </Sheet>
  )
}

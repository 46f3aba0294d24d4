'use client'
import { useEffect } from 'react'
import { Arc } from '@/components/ui/arc'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Box, Container, Text } from '@/components/ui/layout'
import { strong } from '@/components/ui/strong'
import { Void } from '@/components/ui/void'
import type { SentOrder } from '@/lib/sent-orders'
import * as words from '@/messages/booking/outcome'
import { useHeadingFocus } from '../../hooks/use-heading-focus'
import { useLostAnswer } from '../../hooks/use-lost-answer'
import { BookingFrame } from '../booking-frame'
import { Connection } from './connection'
import { NotOpenHere } from './not-open-here'

interface Props {
  order: SentOrder
  onFound: (bookingId: string) => void
  /** The server has no such booking, and can get none any more. */
  onNever: () => void
}

/** A booking that was sent, and whose answer went with its page. Until it is known what became of it, nothing can be booked here. */
export function LostAnswer({ order, onFound, onNever }: Props) {
  const { found, isUnreadable, isOffline, retry, isTrying } = useLostAnswer(order)
  const bookingId = typeof found === 'object' ? found.id : null
  useEffect(() => {
    if (bookingId) onFound(bookingId)
  }, [bookingId, onFound])

  useHeadingFocus([found === 'never', isUnreadable].join(), false)
  if (isUnreadable) return <NotOpenHere />
  if (found === 'never') return <NeverArrived onNever={onNever} />
  return (
    <BookingFrame step={2}>
      <Card maxW="40rem" mx="auto" px={{ base: '5', md: '10' }} py="10" textAlign="center">
        <Box mb="6" css={{ '& svg': { w: '12rem', h: '4.25rem', mx: 'auto' } }}>
          <Arc isLooping />
        </Box>
        <h1>{words.lookingTitle}</h1>
        <Text mt="3" color="fg.muted" role="status">
          {words.looking({ strong })}
        </Text>
        {isOffline && <Connection meaning={words.arrivalUnknown} hasGivenUp isTrying={isTrying} onRetry={retry} />}
      </Card>
    </BookingFrame>
  )
}

function NeverArrived({ onNever }: Pick<Props, 'onNever'>) {
  return (
    <Container py="10">
      <Void
        drawing="unfinished"
        title={words.neverArrivedTitle}
        level={1}
        role="alert"
        actions={<Button onClick={onNever}>{words.bookAgain}</Button>}
      >
        <p>{words.neverArrived}</p>
        <p>{words.signedOutSince}</p>
      </Void>
    </Container>
  )
}

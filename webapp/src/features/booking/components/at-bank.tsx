'use client'
import { useEffect } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Text } from '@/components/ui/layout'
import { leaveFor } from '@/lib/leave-for'
import { BookingFrame } from './booking-frame'

/** On the way to the cardholder's bank (3-D Secure), which leads back to the booking of the payment. */
export function AtBank({ url }: { url: string }) {
  useEffect(() => leaveFor(url), [url])
  return (
    <BookingFrame step={2}>
      <Card maxW="40rem" mx="auto" px={{ base: '5', md: '10' }} py="10" textAlign="center" role="status">
        <h1>Your bank wants to confirm this payment with you</h1>
        <Text mt="3" color="fg.muted">
          We take you to your bank's page. It leads back here; everything you typed is kept. Nothing is charged before
          you agree.
        </Text>
        <ButtonLink href={url} size="lg" mt="6">
          Continue to your bank
        </ButtonLink>
        <Text mt="6" textStyle="sm" color="fg.muted">
          We wait 15 minutes for your answer. Without it the booking ends by itself and nothing is charged.
        </Text>
      </Card>
    </BookingFrame>
  )
}

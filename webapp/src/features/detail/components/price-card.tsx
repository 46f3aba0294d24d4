'use client'
import { Countdown } from '@/components/offer/countdown'
import { PriceLines } from '@/components/offer/price-lines'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { CardTitle } from '@/components/ui/card-title'
import { Icon } from '@/components/ui/icon'
import { Row, Stack, Text } from '@/components/ui/layout'
import type { Offer } from '@/lib/api/types'
import { includedBags } from '@/lib/flights'
import { BookButton } from './book-button'
import { FareTerms } from './fare-terms'

interface Props {
  offer: Offer
  expiresAt: string | null
  bookHref: string
  isExpired: boolean
}

export function PriceCard({ offer, expiresAt, bookHref, isExpired }: Props) {
  return (
    <Stack gap="4" position={{ lg: 'sticky' }} top={{ lg: '9.5rem' }}>
      <Card as="section" padded aria-label="Price summary">
        <Row justifyContent="space-between" mb="4">
          <CardTitle>Price summary</CardTitle>
          {offer.conditions.refundable && (
            <Badge variant="success">
              <Icon name="check" />
              Refundable
            </Badge>
          )}
        </Row>
        <PriceLines price={offer.price} total={offer.price.amount} />
        <Text mt="2" mb="4" textStyle="xs" color="fg.muted">
          Price is for all passengers
        </Text>
        <Countdown expiresAt={expiresAt} />
        <BookButton href={bookHref} isExpired={isExpired} size="lg" block mt="4">
          Book This Flight
        </BookButton>
        <Text mt="3" textAlign="center" textStyle="xs" color="fg.muted">
          No account needed. Seats come next.
        </Text>
      </Card>
      <Card padded>
        <CardTitle mb="4">At a glance</CardTitle>
        <FareTerms bags={includedBags(offer.slices)} conditions={offer.conditions} />
      </Card>
    </Stack>
  )
}

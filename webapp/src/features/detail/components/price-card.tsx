'use client'
import type { ReactNode, Ref } from 'react'
import { Countdown } from '@/components/offer/countdown'
import { EmissionsNote } from '@/components/offer/emissions-note'
import { FareTerms } from '@/components/offer/fare-terms'
import { FeeNote } from '@/components/offer/fee-note'
import { LapBagsNote } from '@/components/offer/lap-bags-note'
import { PriceChange } from '@/components/offer/price-change'
import { PriceLines } from '@/components/offer/price-lines'
import { RefundNote } from '@/components/offer/refund-note'
import { Aside } from '@/components/ui/aside'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { CardTitle } from '@/components/ui/card-title'
import { Icon } from '@/components/ui/icon'
import { Box, Row, Text } from '@/components/ui/layout'
import { useCurrentUser } from '@/lib/api/current-user'
import type { Offer, Price } from '@/lib/api/types'
import { includedBags } from '@/lib/flights'
import * as priceWords from '@/messages/components/offer/price'
import * as words from '@/messages/detail'
import type { WayOn } from '../hooks/use-way-on'
import { BagPrice } from './bag-price'
import { BookButton } from './book-button'
import { GoneNotice } from './gone-notice'

interface Props {
  offer: Offer
  /** What it cost one step before, where that was another price. */
  before: Price | null
  way: WayOn
  /** A button of another feature. */
  watch?: ReactNode
  ref: Ref<HTMLDivElement>
}

export function PriceCard({ offer, before, way, watch, ref }: Props) {
  const { user } = useCurrentUser()
  return (
    <Aside top={{ lg: '9.5rem' }}>
      <Card ref={ref} as="section" padded aria-label={words.priceSummary} tabIndex={-1} outline="none">
        <Row justifyContent="space-between" mb="4">
          <CardTitle>{words.priceSummary}</CardTitle>
          {offer.conditions.refundable && (
            <Badge variant="success">
              <Icon name="check" />
              {words.refundable}
            </Badge>
          )}
        </Row>
        <PriceLines price={offer.price} total={offer.price.amount} />
        <Box mt="2" mb="4">
          <Text textStyle="xs" color="fg.muted">
            {priceWords.priceForAll}
          </Text>
          <FeeNote offer={offer} />
          <BagPrice offer={offer} />
        </Box>
        <Box display={{ base: 'none', lg: 'block' }} mb={before ? '3' : '0'}>
          <PriceChange before={before} price={offer.price} />
        </Box>
        {way.isExpired ? (
          <GoneNotice replacement={way.replacement} before={offer.price} expiresAt={offer.expires_at} />
        ) : (
          <Countdown expiresAt={offer.expires_at} />
        )}
        <BookButton way={way} size="lg" block mt="4">
          {words.bookFlight}
        </BookButton>
        {watch}
        {!user && (
          <Text mt="3" textAlign="center" textWrap="balance" textStyle="xs" color="fg.muted">
            {words.noAccount}
          </Text>
        )}
      </Card>
      <Card padded>
        <CardTitle mb="4">{words.atAGlance}</CardTitle>
        <FareTerms bags={includedBags(offer.slices)} conditions={offer.conditions} />
        <LapBagsNote passengers={offer.passengers} />
        <RefundNote conditions={offer.conditions} />
        <EmissionsNote kg={offer.emissions_kg_per_traveller} />
      </Card>
    </Aside>
  )
}

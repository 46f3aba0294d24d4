'use client'
import { useState } from 'react'
import { BottomBar } from '@/components/ui/bottom-bar'
import { Box, Container } from '@/components/ui/layout'
import { Tabs } from '@/components/ui/tabs'
import type { Offer } from '@/lib/api/types'
import { formatPrice } from '@/lib/money'
import { useCountdown } from '@/lib/use-countdown'
import { BookButton } from './book-button'
import { FareRules } from './fare-rules'
import { FlightDetails } from './flight-details'
import { PriceCard } from './price-card'
import { RouteMap } from './route-map'
import { SeatMaps } from './seat-maps'
import { columns } from './states'
import { TopBar } from './top-bar'

const tabNames = ['flights', 'rules', 'seats'] as const
type TabName = (typeof tabNames)[number]

interface Props {
  offer: Offer
  backHref: string
  bookHref: string
}

export function OfferBody({ offer, backHref, bookHref }: Props) {
  const [tab, setTab] = useState<TabName>('flights')
  const isExpired = useCountdown(offer.expires_at) === 0
  const count = offer.passengers.length
  return (
    <>
      <TopBar backHref={backHref} offer={offer} bookHref={bookHref} isExpired={isExpired} />
      <Container py={{ base: '4', lg: '8' }}>
        <Box {...columns}>
          <div>
            <RouteMap offer={offer} />
            <Box mt="6" css={{ '& > [role=tabpanel]': { pt: '6', borderTop: '1px solid {colors.line}' } }}>
              <Tabs
                label="About this flight"
                value={tab}
                onChange={setTab}
                tabs={[
                  { value: 'flights', label: 'Flight Details', panel: <FlightDetails offer={offer} /> },
                  { value: 'rules', label: 'Fare Rules', panel: <FareRules offer={offer} /> },
                  { value: 'seats', label: 'Seat Maps', panel: <SeatMaps key={offer.id} offer={offer} /> },
                ]}
              />
            </Box>
          </div>
          <PriceCard offer={offer} expiresAt={offer.expires_at} bookHref={bookHref} isExpired={isExpired} />
        </Box>
      </Container>
      <BottomBar>
        <div>
          <p className="sum">{formatPrice(offer.price.amount, offer.price.currency)}</p>
          <p className="note">
            Total for {count} {count === 1 ? 'passenger' : 'passengers'}
          </p>
        </div>
        <BookButton href={bookHref} isExpired={isExpired}>
          Book Now
        </BookButton>
      </BottomBar>
    </>
  )
}

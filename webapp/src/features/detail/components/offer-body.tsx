'use client'
import { type ReactNode, useRef, useState } from 'react'
import { PriceChange } from '@/components/offer/price-change'
import { BottomBar } from '@/components/ui/bottom-bar'
import { Box, Container } from '@/components/ui/layout'
import { Tabs } from '@/components/ui/tabs'
import type { Offer, Price } from '@/lib/api/types'
import { formatPrice } from '@/lib/money'
import { usePriceBefore } from '@/lib/shown-prices'
import * as words from '@/messages/detail'
import { useWayOn, type WayOn } from '../hooks/use-way-on'
import { BookButton } from './book-button'
import { FlightDetails } from './flight-details'
import { OtherTab, useOtherTabs } from './other-tab'
import { PriceCard } from './price-card'
import { RouteMap } from './route-map'
import { columns, pagePadding } from './states'
import { TopBar } from './top-bar'

const tabNames = ['flights', 'rules', 'seats'] as const
type TabName = (typeof tabNames)[number]

interface Props {
  offer: Offer
  backHref: string
  bookHref: string
  /** A button of another feature. */
  watch?: ReactNode
}

export function OfferBody({ offer, backHref, bookHref, watch }: Props) {
  const [tab, setTab] = useState<TabName>('flights')
  useOtherTabs()
  const summary = useRef<HTMLDivElement>(null)
  const way = useWayOn(offer, bookHref, summary)
  const before = usePriceBefore('flight', offer)
  return (
    <>
      <TopBar backHref={backHref} shown={{ offer, way }} />
      <Container py={pagePadding}>
        {/* On wide screens the summary says it, which stays in sight there. */}
        <Box display={{ lg: 'none' }} mb={before ? '4' : '0'}>
          <PriceChange before={before} price={offer.price} />
        </Box>
        <Box {...columns}>
          <div>
            <RouteMap offer={offer} />
            <Box mt="6" css={{ '& > [role=tabpanel]': { pt: '6', borderTop: '1px solid {colors.line}' } }}>
              <Tabs
                label={words.aboutFlight}
                value={tab}
                onChange={setTab}
                tabs={[
                  { value: 'flights', label: words.flightDetails, panel: <FlightDetails offer={offer} /> },
                  {
                    value: 'rules',
                    label: words.fareRules,
                    panel: <OtherTab key="rules">{(others) => <others.FareRules offer={offer} />}</OtherTab>,
                  },
                  {
                    value: 'seats',
                    label: words.seatMaps,
                    panel: (
                      <OtherTab key="seats">{(others) => <others.SeatMaps key={offer.id} offer={offer} />}</OtherTab>
                    ),
                  },
                ]}
              />
            </Box>
          </div>
          <PriceCard ref={summary} offer={offer} before={before} way={way} watch={watch} />
        </Box>
      </Container>
      <PhoneBar offer={offer} before={before} way={way} />
    </>
  )
}

interface BarProps {
  offer: Offer
  /** What it cost one step before, where that was another price. */
  before: Price | null
  way: WayOn
}

function PhoneBar({ offer: { price, passengers }, before, way }: BarProps) {
  const { length: count } = passengers
  const total = formatPrice(price.amount, price.currency)
  return (
    <BottomBar>
      {way.replacement ? (
        <p className="note">{words.expiredWas({ total })}</p>
      ) : (
        <div>
          <p className="sum">{total}</p>
          <p className="note">
            {before
              ? words.totalForWas({ count, before: formatPrice(before.amount, before.currency) })
              : words.totalFor({ count })}
          </p>
        </div>
      )}
      <BookButton way={way}>{words.bookNow}</BookButton>
    </BottomBar>
  )
}

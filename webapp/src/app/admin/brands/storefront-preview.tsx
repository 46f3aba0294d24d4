'use client'
import { Banner } from '@/components/layout/banner'
import { BrandLogo } from '@/components/layout/brand-logo'
import { Button } from '@/components/ui/button'
import { Box, Row } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { sampleOffer } from '@/content/sample-offer'
import { Hero } from '@/features/home/hero'
import { OfferCard } from '@/features/search/components/offer-card'
import { OfferList } from '@/features/search/components/offer-list'
import type { Brand } from '@/lib/api/types'
import { routes } from '@/lib/routes'
import * as words from '@/messages/app/brand-preview'
import * as buttons from '@/messages/lib/buttons'
import * as offerWords from '@/messages/search/offer'
import { BrandScope } from '@/providers/brand-provider'

const sampleTitles = [offerWords.cheapest]

/** The preview is as wide as a phone, whatever the window is. */
const heroAsOnPhones = {
  '& section:has(h1)': { pb: '8', pt: '6' },
  '& section h1': { fontSize: '2.125rem', whiteSpace: 'normal' },
  '& section p': { fontSize: 'md' },
  '& section > [aria-hidden]': { maskImage: 'linear-gradient(90deg, transparent 50%, #000)', opacity: '0.55' },
} as const

/** The storefront's own parts in a brand's look. For the eye alone: nothing in it can be pressed. */
export function StorefrontPreview({ brand }: { brand: Brand }) {
  return (
    <figure aria-label={words.previewOf({ brand: brand.name })}>
      <div inert>
        <BrandScope brand={brand}>
          <Box bg="canvas" color="fg" fontFamily="body" overflow="hidden" css={heroAsOnPhones}>
            <Banner />
            <Row bg="surface" px="gutter" minH="14" borderBottom="1px solid {colors.line}">
              <BrandLogo />
            </Row>
            <Hero />
            <Box p="4" display="grid" gap="3">
              <OfferList>
                <OfferCard offer={sampleOffer} href={routes.home} titles={sampleTitles} />
              </OfferList>
              <Notice tone="brand">{words.pricesForAll}</Notice>
              <Row>
                <Button>{buttons.searchFlights}</Button>
                <Button variant="outline">{buttons.modifySearch}</Button>
              </Row>
            </Box>
          </Box>
        </BrandScope>
      </div>
    </figure>
  )
}

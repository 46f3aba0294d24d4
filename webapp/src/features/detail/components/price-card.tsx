'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Countdown } from '@/components/offer/countdown'
import { PriceLines } from '@/components/offer/price-lines'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { CardTitle } from '@/components/ui/card-title'
import { Icon, type IconName } from '@/components/ui/icon'
import { Row, Stack, Text } from '@/components/ui/layout'
import type { Offer } from '@/lib/api/types'
import { fareRules } from '@/lib/fare-rules'
import { includedBags } from '@/lib/flights'
import { BookButton } from './book-button'

const Included = chakra('ul', {
  base: {
    display: 'grid',
    gap: '2.5',
    textStyle: 'sm',
    '& li': { display: 'flex', gap: '3', alignItems: 'flex-start' },
    '& svg': { mt: '0.5', color: 'link' },
    '& [data-kind=no], & [data-kind=no] svg': { color: 'fg.muted' },
  },
})

const bagLine = (count: number, kind: string) =>
  count === 0 ? `No ${kind} bag included` : `${count} ${kind} ${count === 1 ? 'bag' : 'bags'} each`

/** The fare at a glance: what is included, and what may be done with it afterwards. */
function AtAGlance({ offer }: { offer: Offer }) {
  const bags = includedBags(offer.slices)
  const lines: [icon: IconName, words: string, kind: string | null][] = [
    ['bag-cabin', bagLine(bags.carry_on, 'cabin'), bags.carry_on > 0 ? 'free' : 'no'],
    ['bag-checked', bagLine(bags.checked, 'checked'), bags.checked > 0 ? 'free' : 'no'],
    ...fareRules(offer).map(({ label, words, kind }): [IconName, string, string | null] => [
      'receipt',
      `${label}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`,
      kind,
    ]),
  ]
  return (
    <Card padded>
      <CardTitle>At a glance</CardTitle>
      <Included mt="4">
        {lines.map(([icon, words, kind]) => (
          <li key={words} data-kind={kind}>
            <Icon name={icon} size="sm" />
            {words}
          </li>
        ))}
      </Included>
    </Card>
  )
}

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
      <AtAGlance offer={offer} />
    </Stack>
  )
}

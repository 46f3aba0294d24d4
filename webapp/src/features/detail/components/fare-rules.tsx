'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { AppLink } from '@/components/ui/app-link'
import { Card } from '@/components/ui/card'
import { CardTitle } from '@/components/ui/card-title'
import { Text } from '@/components/ui/layout'
import { FEE_IS_REFUNDED } from '@/content/fee-promise'
import type { Offer } from '@/lib/api/types'
import { fareRules } from '@/lib/fare-rules'
import { formatTotal } from '@/lib/money'
import { routes } from '@/lib/routes'
import { serviceFee } from '@/lib/service-fee'

const Rules = chakra('dl', {
  base: {
    mt: '4',
    textStyle: 'sm',
    '& > div': {
      display: 'flex',
      justifyContent: 'space-between',
      gap: '4',
      py: '3',
      borderTop: '1px solid {colors.line}',
    },
    // The longest of the answers leaves what it answers on one line.
    '& dt': { flex: '1 0 40%' },
    '& dd': { textAlign: 'end', textWrap: 'balance', color: 'ink', fontWeight: 'medium' },
  },
})

/** What the airline allows afterwards, and at what price. */
export function FareRules({ offer }: { offer: Offer }) {
  const fares = [...new Set(offer.slices.map((slice) => slice.fare_brand_name).filter((name) => name !== null))]
  const fee = serviceFee(offer)
  return (
    <Card as="section" padded aria-label="Fare Rules">
      <CardTitle>Fare Rules</CardTitle>
      <Rules>
        {fares.length > 0 && (
          <div>
            <dt>Fare</dt>
            <dd>{fares.join(', ')}</dd>
          </div>
        )}
        {fareRules(offer).map(({ label, words }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{words}</dd>
          </div>
        ))}
        {fee && (
          <div>
            <dt>Our booking fee of {formatTotal(fee.amount, fee.currency)}</dt>
            <dd>{FEE_IS_REFUNDED.charAt(0).toUpperCase() + FEE_IS_REFUNDED.slice(1)}</dd>
          </div>
        )}
        <div>
          <dt>Travel documents</dt>
          <dd>
            {offer.passenger_identity_documents_required
              ? 'You’ll need passport details to book'
              : 'No passport details needed to book'}
          </dd>
        </div>
      </Rules>
      <Text mt="3" textStyle="sm" color="fg.muted">
        These are the airline’s rules for the whole ticket. See our{' '}
        <AppLink prefetch={false} href={routes.postTicketingFees}>
          change and cancellation fees
        </AppLink>{' '}
        and{' '}
        <AppLink prefetch={false} href={routes.serviceFees}>
          service fees
        </AppLink>
        .
      </Text>
    </Card>
  )
}

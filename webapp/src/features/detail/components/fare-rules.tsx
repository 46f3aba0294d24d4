'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { AppLink } from '@/components/ui/app-link'
import { Card } from '@/components/ui/card'
import { CardTitle } from '@/components/ui/card-title'
import { Text } from '@/components/ui/layout'
import { FEE_REFUND } from '@/content/fee-promise'
import type { Offer } from '@/lib/api/types'
import { fareRules } from '@/lib/fare-rules'
import { fareNames } from '@/lib/flights'
import { formatTotal } from '@/lib/money'
import { routes } from '@/lib/routes'
import { serviceFee } from '@/lib/service-fee'
import * as words from '@/messages/detail'
import * as ruleWords from '@/messages/detail/rules'

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

const linkTo = (href: string) => (text: string) => (
  <AppLink prefetch={false} href={href}>
    {text}
  </AppLink>
)

/** What the airline allows afterwards, and at what price. */
export function FareRules({ offer }: { offer: Offer }) {
  const fare = fareNames(offer.slices)
  const fee = serviceFee(offer)
  return (
    <Card as="section" padded aria-label={words.fareRules}>
      <CardTitle>{words.fareRules}</CardTitle>
      <Rules>
        {fare && (
          <div>
            <dt>{words.fare}</dt>
            <dd>{fare}</dd>
          </div>
        )}
        {fareRules(offer).map(({ label, words: rule }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{rule}</dd>
          </div>
        ))}
        {fee && (
          <div>
            <dt>{ruleWords.ownFee({ fee: formatTotal(fee.amount, fee.currency) })}</dt>
            <dd>{FEE_REFUND}</dd>
          </div>
        )}
        <div>
          <dt>{ruleWords.documents}</dt>
          <dd>
            {offer.passenger_identity_documents_required ? ruleWords.passportNeeded : ruleWords.passportNotNeeded}
          </dd>
        </div>
      </Rules>
      <Text mt="3" textStyle="sm" color="fg.muted">
        {ruleWords.rulesAndFees({ changes: linkTo(routes.postTicketingFees), fees: linkTo(routes.serviceFees) })}
      </Text>
    </Card>
  )
}

'use client'
import { Card } from '@/components/ui/card'
import { CardTitle } from '@/components/ui/card-title'
import { Stack } from '@/components/ui/layout'
import type { Offer } from '@/lib/api/types'
import { type FareRule, fareRules } from '@/lib/fare-rules'
import { marketingCarriers } from '@/lib/flights'
import * as words from '@/messages/booking/payment'
import { useBrand } from '@/providers/brand-provider'
import { listed } from '../../lib/in-words'

const ruleOf = ({ kind, fee = '' }: FareRule) => ({
  rule: kind === 'fee' && !fee ? 'feeUnknown' : (kind ?? 'unknown'),
  fee,
})

/** What holds from the moment of paying. */
export function BeforeYouPay({ offer }: { offer: Offer }) {
  const { name } = useBrand()
  const [refund, change] = fareRules(offer)
  const airlines = listed(marketingCarriers(offer.slices).map((carrier) => carrier.name))
  return (
    <Card as="section" padded aria-labelledby="before-you-pay">
      <CardTitle id="before-you-pay">{words.rulesTitle}</CardTitle>
      <Stack
        as="ul"
        gap="2"
        mt="3"
        ps="5"
        listStyleType="disc"
        textStyle="sm"
        display="block"
        css={{ '& li': { mt: '2' } }}
      >
        <li>{words.cancelRule(ruleOf(refund))}</li>
        <li>{words.changeRule(ruleOf(change))}</li>
        <li>{words.checkNames}</li>
        <li>{words.contract({ name, airlines, brand: (text) => <span data-brand-text>{text}</span> })}</li>
      </Stack>
    </Card>
  )
}

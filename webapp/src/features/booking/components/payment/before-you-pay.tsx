'use client'
import { Card } from '@/components/ui/card'
import { CardTitle } from '@/components/ui/card-title'
import { Stack } from '@/components/ui/layout'
import type { Offer } from '@/lib/api/types'
import { fareRules } from '@/lib/fare-rules'
import { marketingCarriers } from '@/lib/flights'
import { useBrand } from '@/providers/brand-provider'

const list = new Intl.ListFormat('en-US')

/** What holds from the moment of paying. */
export function BeforeYouPay({ offer }: { offer: Offer }) {
  const { name } = useBrand()
  const airlines = list.format(marketingCarriers(offer.slices).map((carrier) => carrier.name))
  return (
    <Card as="section" padded aria-labelledby="before-you-pay">
      <CardTitle id="before-you-pay">Before you pay</CardTitle>
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
        {fareRules(offer).map(({ label, words }) => (
          <li key={label}>
            {label}: {words.charAt(0).toLowerCase() + words.slice(1)}.
          </li>
        ))}
        <li>Names cannot be changed once the ticket is issued.</li>
        <li>
          <span data-brand-text>{name}</span> is an agency; your contract of carriage is with {airlines}.
        </li>
      </Stack>
    </Card>
  )
}

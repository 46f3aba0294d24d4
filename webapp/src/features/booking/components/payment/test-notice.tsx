'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Notice } from '@/components/ui/notice'
import { PhoneLink } from '@/components/ui/phone-link'
import { useBrand } from '@/providers/brand-provider'

const CardNumber = chakra('strong', { base: { whiteSpace: 'nowrap' } })

export function TestNotice() {
  return (
    <Notice tone="info">
      <strong>Test mode, no real charge.</strong> Use card <CardNumber>4242 4242 4242 4242</CardNumber>, any future
      expiry and any 3-digit CVV.
    </Notice>
  )
}

/** Live, but the operator takes no cards on this page: nothing that looks like a card form may stand here. */
export function NoCards() {
  const { contact } = useBrand()
  return (
    <Notice tone="warning">
      <strong>Card payment is not available here at the moment.</strong> Nothing was booked and nothing was charged.
      Call <PhoneLink phone={contact.phone} /> and we’ll book this flight for you.
    </Notice>
  )
}

'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Notice } from '@/components/ui/notice'
import { strong } from '@/components/ui/strong'
import * as words from '@/messages/booking/payment'
import { usePhoneLink } from '../../hooks/use-phone-link'

const CardNumber = chakra('strong', { base: { whiteSpace: 'nowrap' } })

export function TestNotice() {
  return (
    <Notice tone="info">{words.testMode({ strong, cardNumber: (text) => <CardNumber>{text}</CardNumber> })}</Notice>
  )
}

/** Live, but the operator takes no cards on this page: nothing that looks like a card form may stand here. */
export function NoCards() {
  const call = usePhoneLink()
  return <Notice tone="warning">{words.noCards({ strong, ...call })}</Notice>
}

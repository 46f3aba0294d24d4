import { Text } from '@/components/ui/layout'
import type { Conditions } from '@/lib/api/types'
import * as words from '@/messages/components/offer/price'

/** What "refundable" leaves open: airlines name the form of a refund only when a trip is cancelled. */
export function RefundNote({ conditions: { refundable } }: { conditions: Pick<Conditions, 'refundable'> }) {
  if (!refundable) return null
  return (
    <Text mt="3" textStyle="xs" color="fg.muted">
      {words.refundForm}
    </Text>
  )
}

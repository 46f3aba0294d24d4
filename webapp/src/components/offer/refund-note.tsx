import { Text } from '@/components/ui/layout'
import type { Conditions } from '@/lib/api/types'

/** What "refundable" leaves open: airlines name the form of a refund only when a trip is cancelled. */
export function RefundNote({ conditions: { refundable } }: { conditions: Pick<Conditions, 'refundable'> }) {
  if (!refundable) return null
  return (
    <Text mt="3" textStyle="xs" color="fg.muted">
      Some airlines refund with credit for their own flights, not to your card. You see which before you cancel.
    </Text>
  )
}

import { Text } from '@/components/ui/layout'
import * as words from '@/messages/components/trip/documents'
import * as lists from '@/messages/lib/lists'

/** The airline's electronic tickets of a passenger; nothing until it has given them. */
export function TicketNumbers({ numbers }: { numbers: string[] }) {
  if (numbers.length === 0) return null
  return (
    <Text color="fg.muted" textStyle="sm" fontVariantNumeric="tabular-nums">
      {words.eticket({ numbers: numbers.join(lists.separator) })}
    </Text>
  )
}

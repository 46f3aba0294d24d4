import { Text } from '@/components/ui/layout'

/** The airline's electronic tickets of a passenger; nothing until it has given them. */
export function TicketNumbers({ numbers }: { numbers: string[] }) {
  if (numbers.length === 0) return null
  return (
    <Text color="fg.muted" textStyle="sm" fontVariantNumeric="tabular-nums">
      E-ticket {numbers.join(', ')}
    </Text>
  )
}

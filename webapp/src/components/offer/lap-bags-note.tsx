import { Text } from '@/components/ui/layout'
import * as words from '@/messages/components/offer/price'

interface Props {
  passengers: readonly { type: string }[]
}

/** What "each" of the bags leaves out: an infant on a lap often has none, and the offer does not say. */
export function LapBagsNote({ passengers }: Props) {
  // An offer says infant_without_seat, a booked trip infant.
  if (!passengers.some(({ type }) => type.startsWith('infant'))) return null
  return (
    <Text mt="3" textStyle="xs" color="fg.muted">
      {words.lapInfantBags}
    </Text>
  )
}

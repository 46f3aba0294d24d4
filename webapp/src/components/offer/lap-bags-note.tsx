import { Text } from '@/components/ui/layout'
import type { Offer } from '@/lib/api/types'
import * as words from '@/messages/components/offer/price'

/** What "each" of the bags leaves out: an infant on a lap often has none, and the offer does not say. */
export function LapBagsNote({ passengers }: Pick<Offer, 'passengers'>) {
  if (!passengers.some(({ type }) => type === 'infant_without_seat')) return null
  return (
    <Text mt="3" textStyle="xs" color="fg.muted">
      {words.lapInfantBags}
    </Text>
  )
}

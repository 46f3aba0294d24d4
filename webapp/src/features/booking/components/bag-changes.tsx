'use client'
import { Button } from '@/components/ui/button'
import { Stack } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { strong } from '@/components/ui/strong'
import * as words from '@/messages/booking/bags'
import { useBags, usePaymentStep, useTrip } from '../hooks/booking-contexts'
import { useKnownPassengers } from '../hooks/use-known-passengers'
import { bagKey } from '../lib/bag-choices'
import { bagsFor, changeWords } from '../lib/bag-words'

/** Tells which bags are kept from a booking that failed: the total has them, though nobody has chosen them here. */
export function GivenBackBags() {
  const { offer, bags } = useTrip()
  const passengers = useKnownPassengers()
  const { areGivenBack } = useBags()
  if (!areGivenBack || bags.length === 0) return null
  return (
    <Notice role="status">
      {words.givenBack({ strong })}
      <Stack as="ul" gap="1" mt="1">
        {bags.map((bag) => (
          <li key={bagKey(bag)}>{bagsFor(offer.slices, bag, passengers)}</li>
        ))}
      </Stack>
      <ToBags />
    </Notice>
  )
}

/** Tells which of the chosen bags are gone, or cost another price than before. */
export function BagChanges() {
  const { offer } = useTrip()
  const passengers = useKnownPassengers()
  const { changes } = useBags()
  if (changes.length === 0) return null
  return (
    <Notice tone="warning" role="status">
      {words.changed({ strong })}
      <Stack as="ul" gap="1" mt="1">
        {changes.map((change) => (
          <li key={bagKey(change.bag)}>{changeWords(offer.slices, change, passengers)}</li>
        ))}
      </Stack>
      <ToBags />
    </Notice>
  )
}

/** Back to where bags are chosen. */
function ToBags() {
  const { step, go } = useTrip()
  const { isHeld } = usePaymentStep()
  if (step === 'passengers') return null
  return (
    <Button variant="outline" mt="3" disabled={isHeld} onClick={() => go('passengers')}>
      {words.change}
    </Button>
  )
}

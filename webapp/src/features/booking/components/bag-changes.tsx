'use client'
import { Button } from '@/components/ui/button'
import { Stack } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { strong } from '@/components/ui/strong'
import * as words from '@/messages/booking/bags'
import { useBags, usePaymentStep, useTrip } from '../hooks/booking-contexts'
import { bagKey } from '../lib/bag-choices'
import { changeWords } from '../lib/bag-words'

/** Which of the chosen bags the offer does not sell as before. None goes, or costs more, without a word. */
export function BagChanges() {
  const { offer, passengers, step, go } = useTrip()
  const { changes } = useBags()
  const { isHeld } = usePaymentStep()
  if (changes.length === 0) return null
  return (
    <Notice tone="warning" role="status">
      {words.changed({ strong })}
      <Stack as="ul" gap="1" mt="1">
        {changes.map((change) => (
          <li key={bagKey(change.bag)}>{changeWords(offer.slices, change, passengers ?? [])}</li>
        ))}
      </Stack>
      {step !== 'passengers' && (
        <Button variant="outline" mt="3" disabled={isHeld} onClick={() => go('passengers')}>
          {words.change}
        </Button>
      )}
    </Notice>
  )
}

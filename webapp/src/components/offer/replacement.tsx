'use client'
import type { ComponentProps } from 'react'
import { BusyButton } from '@/components/ui/busy-button'
import { strong } from '@/components/ui/strong'
import type { Price } from '@/lib/api/types'
import type { ReplacementOffer } from '@/lib/api/use-replacement'
import { differenceInWords, formatPrice } from '@/lib/money'
import * as words from '@/messages/components/offer/replacement'
import * as buttons from '@/messages/lib/buttons'

interface WordsProps {
  replacement: ReplacementOffer
  /** What the gone offer cost; null where the page has never known. */
  before: Price | null
}

/** What a traveller whose offer is gone can still have, in numbers. */
export function ReplacementWords({ replacement: { price, hasFailed }, before }: WordsProps) {
  const difference = before && differenceInWords(price, before)
  const offered = { price: formatPrice(price.amount, price.currency), strong }
  return (
    <>
      {difference ? words.stillAvailableChanged({ ...offered, difference }) : words.stillAvailable(offered)}
      {hasFailed && ` ${words.notOpened}`}
    </>
  )
}

type ButtonProps = Omit<ComponentProps<typeof BusyButton>, 'isBusy'> & { replacement: ReplacementOffer }

export function TakeReplacement({ replacement: { price, isOpening, take }, ...props }: ButtonProps) {
  return (
    <BusyButton {...props} onClick={take} isBusy={isOpening}>
      {isOpening ? buttons.opening : words.continueFor({ price: formatPrice(price.amount, price.currency) })}
    </BusyButton>
  )
}

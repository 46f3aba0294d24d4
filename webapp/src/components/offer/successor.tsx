'use client'
import type { ComponentProps } from 'react'
import { Button } from '@/components/ui/button'
import type { Price } from '@/lib/api/types'
import type { Successor } from '@/lib/api/use-successor'
import { differenceInWords, formatPrice } from '@/lib/money'

interface WordsProps {
  successor: Successor
  /** What the gone offer cost; null where the page has never known. */
  before: Price | null
}

/** What a traveller whose offer is gone can still have, in numbers. */
export function SuccessorWords({ successor: { price, hasFailed }, before }: WordsProps) {
  const difference = before && differenceInWords(price, before)
  return (
    <>
      The same flights on the same fare are still available for{' '}
      <strong>{formatPrice(price.amount, price.currency)}</strong>
      {difference && `, ${difference}`}.{hasFailed && ' They could not be opened just now. Please try again.'}
    </>
  )
}

type ButtonProps = ComponentProps<typeof Button> & { successor: Successor }

export function TakeSuccessor({ successor: { price, isOpening, take }, ...props }: ButtonProps) {
  return (
    <Button {...props} onClick={take} disabled={isOpening}>
      {isOpening ? 'Opening…' : `Continue for ${formatPrice(price.amount, price.currency)}`}
    </Button>
  )
}

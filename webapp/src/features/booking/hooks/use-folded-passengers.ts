'use client'
import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { PassengerForm } from '../lib/passenger-form'

export const passengerHeadingId = (index: number) => `passenger-${index + 1}`

interface Focused {
  index: number
  /** Come to from the passenger before. */
  isNext: boolean
}

interface Options {
  form: UseFormReturn<PassengerForm>
  count: number
  /** The form took all of them before. */
  areComplete: boolean
}

/**
 * Which passengers are folded to a line. One folds when the traveler goes on to the next one, and only if it has no
 * errors; one that gets an error opens, and stays open while it is mended.
 */
export function useFoldedPassengers({ form, count, areComplete }: Options) {
  const isParty = count > 1
  const [folded, setFolded] = useState<readonly number[]>(() =>
    isParty && areComplete ? [...Array(count).keys()] : [],
  )
  const [focused, setFocused] = useState<Focused | null>(null)
  const errors = form.formState.errors.passengers
  const isFolded = (index: number) => folded.includes(index) && !errors?.[index]
  const hasFaulty = folded.some((index) => errors?.[index])

  useEffect(() => {
    if (hasFaulty) setFolded((last) => last.filter((index) => !errors?.[index]))
  }, [hasFaulty, errors])

  useEffect(() => {
    if (focused) focusHeading(focused)
  }, [focused])

  const goOn = async (index: number) => {
    const isComplete = await form.trigger(`passengers.${index}`, { shouldFocus: true })
    if (!isComplete) return
    setFolded((last) => [...last, index])
    setFocused({ index: index + 1, isNext: true })
  }
  const edit = (index: number) => {
    setFolded((last) => last.filter((other) => other !== index))
    setFocused({ index, isNext: false })
  }
  /** On to the next passenger; nothing where there is none. */
  const onwards = (index: number) => (index < count - 1 ? () => void goOn(index) : undefined)
  return { isFolded, edit, onwards }
}

/** The next passenger begins at the top of the window: the one before, now a line, may have filled it. */
function focusHeading({ index, isNext }: Focused) {
  const heading = document.getElementById(passengerHeadingId(index))
  heading?.focus({ preventScroll: isNext })
  // At once: a smooth scroll ends with the next key.
  if (isNext) heading?.closest('section')?.scrollIntoView({ behavior: 'instant', block: 'start' })
}

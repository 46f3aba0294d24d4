'use client'
import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { fetchKeptPassengers, keepPassengers } from '../api/kept-passengers'
import { fromDraft, hasPassengers } from '../lib/draft'
import { readDraft, remember } from '../lib/draft-memory'
import type { PassengerFields, PassengerForm } from '../lib/passenger-form'
import { isPassportRequired } from '../lib/passport'
import { usePassengersStep, useTrip } from './booking-contexts'
import { useIsLate } from './use-is-late'

/** Of rest after the last key. */
const REST_MS = 1_500

/**
 * Keeps the form on the server for a reload, and fills it in from there where this page knows nothing yet. Passports
 * take no part in it.
 */
export function useKeptPassengers(form: UseFormReturn<PassengerForm>) {
  useKeeping(form)
  return useFillingIn(form)
}

/** Where typing rests, and when the step is left. */
function useKeeping({ watch, getValues }: UseFormReturn<PassengerForm>) {
  const { offer, party } = useTrip()
  const offerId = offer.id
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      clearTimeout(timer)
      timer = undefined
      void keepPassengers(offerId, party, getValues().passengers)
    }
    const { unsubscribe } = watch(() => {
      clearTimeout(timer)
      timer = setTimeout(keep, REST_MS)
    })
    return () => {
      unsubscribe()
      if (timer) keep()
    }
  }, [watch, getValues, offerId, party])
}

/** `isSettled`: nothing more is filled in. `isAwaited`: it may be, and the form waits for it, for three seconds at most. */
function useFillingIn({ getValues, setValue }: UseFormReturn<PassengerForm>) {
  const { offer, party, tell } = useTrip()
  const { typed } = usePassengersStep()
  const offerId = offer.id
  const isPassportAsked = isPassportRequired(offer)
  const [isAsked] = useState(() => !typed && !hasPassengers(readDraft()))
  const [outcome, setOutcome] = useState<'asking' | 'none' | 'filled'>(isAsked ? 'asking' : 'none')
  const isAsking = outcome === 'asking'
  const isLate = useIsLate(isAsking)
  const members = useRef(party)
  members.current = party

  useEffect(() => {
    if (!isAsked) return
    let isLeft = false
    fetchKeptPassengers(offerId)
      .then((kept) => {
        if (isLeft) return
        // Nobody knows whether they were typed: this offer and the next one abroad ask for them again.
        const hadPassports = isPassportAsked && kept.passengers.some(({ firstName }) => firstName !== '')
        remember({ type: 'passengers kept', offerId, ...kept, hadPassports })
        const found = fromDraft(readDraft(), members.current).map((fields, index) =>
          fillIn(index, fields, { getValues, setValue }),
        )
        const isFilled = found.some(Boolean)
        // Copies: the form goes on with its own.
        const passengers = getValues().passengers.map((fields) => ({ ...fields }))
        if (isFilled) tell({ type: 'passengers left', passengers })
        setOutcome(isFilled ? 'filled' : 'none')
      })
      .catch(() => !isLeft && setOutcome('none'))
    return () => {
      isLeft = true
    }
  }, [isAsked, offerId, isPassportAsked, getValues, setValue, tell])
  return { isSettled: !isAsking, isAwaited: isAsking && !isLate, isFilledIn: outcome === 'filled' }
}

/** What was typed meanwhile stays. Answers whether something was filled in. */
function fillIn(
  index: number,
  fields: PassengerFields,
  { getValues, setValue }: Pick<UseFormReturn<PassengerForm>, 'getValues' | 'setValue'>,
) {
  const names = (Object.keys(fields) as (keyof PassengerFields)[]).filter((name) => fields[name] !== '')
  const free = names.filter((name) => getValues(`passengers.${index}.${name}`) === '')
  for (const name of free) setValue(`passengers.${index}.${name}`, fields[name], { shouldDirty: true })
  return free.length > 0
}

'use client'
import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { reveal } from '@/lib/reveal'
import { type PassengerForm, passportFields } from '../lib/passenger-form'
import { firstMissing, hasDetails } from '../lib/required-fields'
import { fieldId } from './use-passenger-field'

const isOfPassport = (field: string) => passportFields.some((name) => name === field)

/**
 * Which passengers show nothing but the fields of their passport: where only passports are missing, all whose other
 * details are there, until one is opened or has an error in them. The first empty field has the focus.
 */
export function usePassportsAlone({ getValues, formState }: UseFormReturn<PassengerForm>, lacksPassports: boolean) {
  const [missing] = useState(() => (lacksPassports ? firstMissing(getValues().passengers) : null))
  const [alone, setAlone] = useState<readonly number[]>(() =>
    getValues().passengers.flatMap((passenger, index) =>
      lacksPassports && hasDetails(passenger, index) ? [index] : [],
    ),
  )
  const errors = formState.errors.passengers
  const isFaulty = (index: number) => Object.keys(errors?.[index] ?? {}).some((field) => !isOfPassport(field))
  const faulty = alone.find(isFaulty)
  const open = (index: number) => setAlone((last) => last.filter((other) => other !== index))

  useEffect(() => {
    if (missing) reveal(document.getElementById(fieldId(missing.index, missing.field)))
  }, [missing])

  // It stays open while the error is mended.
  useEffect(() => {
    if (faulty !== undefined) setAlone((last) => last.filter((other) => other !== faulty))
  }, [faulty])

  return { isAlone: (index: number) => alone.includes(index) && !isFaulty(index), open }
}

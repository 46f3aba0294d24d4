'use client'
import type { ClipboardEvent } from 'react'
import type { FieldPath, UseFormReturn } from 'react-hook-form'
import type { PassengerFields, PassengerForm } from '../lib/passenger-form'
import { pastedDate } from '../lib/pasted-date'
import { usePassenger } from './passenger-context'

export const fieldId = (index: number, field: keyof PassengerFields) => `passenger-${index + 1}-${field}`

const bound: Partial<Record<keyof PassengerFields, readonly (keyof PassengerFields)[]>> = {
  lastName: ['firstName'],
  passportNumber: ['passportExpiryDate', 'passportIssuingCountry'],
  passportExpiryDate: ['passportNumber', 'passportIssuingCountry'],
  passportIssuingCountry: ['passportNumber', 'passportExpiryDate'],
}

/** Registers a field of the passenger by name, with what stands under it. */
export function usePassengerField() {
  const { index, form } = usePassenger()
  const { register, formState } = form
  const errors = formState.errors.passengers?.[index]
  // Fields that are judged together: a change of one may settle the error of another.
  const together = formState.isSubmitted ? bound : {}
  return (field: keyof PassengerFields) => ({
    field: { id: fieldId(index, field), error: errors?.[field]?.message },
    control: register(`passengers.${index}.${field}`, {
      deps: together[field]?.map((other) => `passengers.${index}.${other}` as const),
    }),
  })
}

/** Browsers fill in the first passenger; the others are told apart by their section. */
export const autofill = (index: number, token: string) =>
  index === 0 ? token : `section-passenger${index + 1} ${token}`

/** A value set by us counts like one that was typed. */
export const asTyped = { shouldDirty: true, shouldTouch: true, shouldValidate: true } as const

/** Date inputs refuse most of what is pasted into them. */
export const takingPaste = ({ setValue }: UseFormReturn<PassengerForm>, name: FieldPath<PassengerForm>) => ({
  onPaste: (event: ClipboardEvent) => {
    const date = pastedDate(event.clipboardData.getData('text'))
    if (!date) return
    event.preventDefault()
    setValue(name, date, asTyped)
  },
})

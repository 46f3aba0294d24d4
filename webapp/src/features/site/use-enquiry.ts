'use client'
import { useState } from 'react'
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { sendEnquiry } from '@/lib/api/enquiries'
import { reasonOf, TRY_LATER } from '@/lib/api/error'
import { fieldProblems } from '@/lib/api/field-problems'
import type { EnquiryRequest } from '@/lib/api/types'
import { enquiryFieldWords } from './lib/field-words'

/** Sends a form's enquiry. What the server refuses is shown at its field where the form has it, else above the form. */
export function useEnquiry<Form extends FieldValues>(setError: UseFormSetError<Form>, fields: readonly Path<Form>[]) {
  const [isSent, setSent] = useState(false)
  const [failure, setFailure] = useState('')
  const send = async (enquiry: EnquiryRequest) => {
    setFailure('')
    try {
      await sendEnquiry(enquiry)
      setSent(true)
    } catch (error) {
      const problems = fieldProblems(error, enquiryFieldWords)
      const placeOf = (field: string) => fields.find((name) => name === field)
      for (const { field, message } of problems) {
        const own = placeOf(field)
        if (own) setError(own, { message })
      }
      const other = problems.find(({ field }) => !placeOf(field))
      setFailure(other?.message ?? (problems.length > 0 ? '' : reasonOf(error, TRY_LATER)))
    }
  }
  return { isSent, failure, send }
}

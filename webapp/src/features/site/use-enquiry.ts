'use client'
import { useState } from 'react'
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { sendEnquiry } from '@/lib/api/enquiries'
import { TRY_LATER } from '@/lib/api/error'
import { fieldProblems, reasonOfForm } from '@/lib/api/field-problems'
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
      for (const { field, message } of fieldProblems(error, enquiryFieldWords)) {
        const own = fields.find((name) => name === field)
        if (own) setError(own, { message })
      }
      setFailure(reasonOfForm(error, enquiryFieldWords, TRY_LATER))
    }
  }
  return { isSent, failure, send }
}

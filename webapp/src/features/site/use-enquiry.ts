'use client'
import { useState } from 'react'
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { sendEnquiry } from '@/lib/api/enquiries'
import { ApiError, reasonOf, TRY_LATER } from '@/lib/api/error'
import type { EnquiryRequest } from '@/lib/api/types'

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
      for (const { field, message } of error instanceof ApiError ? error.fields : []) {
        const own = fields.find((name) => name === field)
        if (own) setError(own, { message })
      }
      setFailure(reasonOf(error, TRY_LATER))
    }
  }
  return { isSent, failure, send }
}

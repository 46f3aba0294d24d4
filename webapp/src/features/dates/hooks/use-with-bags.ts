'use client'
import { useSearchParams } from 'next/navigation'

/** Whether the list of flights shows prices with a checked bag, which those of other dates are not. */
export const useWithBags = () => useSearchParams().get('bag') === '1'

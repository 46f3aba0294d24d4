'use client'
import { useState } from 'react'

/** What was known first. A later value changes nothing. */
export function useFirstKnown<T>(value: T | undefined) {
  const [first, setFirst] = useState(value)
  if (first === undefined && value !== undefined) setFirst(value)
  return first
}

'use client'
import { type Context, useContext } from 'react'

/** The value of a context that nothing can do without. */
export function useRequired<Value>(context: Context<Value | null>): Value {
  const value = useContext(context)
  if (value === null) throw new Error('No provider')
  return value
}

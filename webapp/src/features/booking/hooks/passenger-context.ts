'use client'
import { createContext } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { PassengerForm, PassengerRules } from '../lib/passenger-form'
import type { PartyMember } from '../lib/passengers'
import { useRequired } from './use-required'

/** One passenger of the form. */
export interface Passenger {
  /** In the party, from 0. */
  index: number
  member: PartyMember
  form: UseFormReturn<PassengerForm>
  rules: PassengerRules
  /** The passport is left out. */
  isSkipped: boolean
  onSkip: (isSkipped: boolean) => void
  /** Folded to a line. */
  isFolded: boolean
  /** Nothing but the passport is asked for. */
  isPassportAlone: boolean
  onEdit: () => void
  /** To the next passenger, if there is one. */
  onNext: (() => void) | undefined
}

export const PassengerContext = createContext<Passenger | null>(null)
export const usePassenger = () => useRequired(PassengerContext)

import type { ReactNode } from 'react'
import type { Amount, AttentionItem, PaymentCase } from '@/lib/api/types'
import type { Decision } from './decision-dialog'

/** One call to a provider, and its answer. */
export type ReviewCall = PaymentCase['attempts'][number] & Partial<Pick<AttentionItem['attempts'][number], 'evidence'>>

/** What happened, and who did it. Both states are empty for what changed none. */
export interface ReviewStep extends Pick<AttentionItem['history'][number], 'at' | 'what' | 'operator' | 'note'> {
  from: string
  to: string
}

/** What a person decides on. Bookings and payments fill it; card and list know no more of them. */
export interface ReviewCase<Action extends string> {
  id: string
  /** What a mailed link names behind its #; none for what nobody is mailed about. */
  anchor?: string
  title: string
  /** Empty where it has none. */
  state: string
  mode: AttentionItem['mode']
  /** What its state means, or what was found. */
  explanation: string
  facts: readonly { name: string; value: ReactNode }[]
  /** What should have gone back to the card, and has not. */
  owed: Amount | null
  attempts: readonly ReviewCall[]
  history: readonly ReviewStep[]
  actions: readonly Action[]
  decide: (action: Action, decision: Decision) => Promise<unknown>
}

export interface ActionWords {
  label: string
  /** What pressing it leads to. */
  effect: string
  /** What the note has to name. */
  note: string
  /** It says that what is owed was paid. */
  pays?: boolean
  /** It names an order of the airline. */
  namesOrder?: boolean
}

/** A fact, or none where there is nothing to say. */
export const factIf = (name: string, value: ReactNode) => (value ? [{ name, value }] : [])

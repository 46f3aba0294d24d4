'use client'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { Cases } from './facts'
import { LoadFailed } from './load-failed'
import { ReviewCard } from './review-card'
import type { ActionWords, ReviewCase } from './review-case'

const DecisionDialog = dynamic(() => import('./decision-dialog'), { ssr: false })

interface Props<Action extends string> {
  /** Nothing while it is not read. */
  cases: readonly ReviewCase<Action>[] | undefined
  /** What is not listed, in a sentence each. */
  unlisted: readonly string[]
  error: unknown
  reload: () => Promise<unknown>
  actions: Record<Action, ActionWords>
  loading: string
  none: string
}

interface Chosen<Action extends string> {
  on: ReviewCase<Action>
  action: Action
}

/** Cases that a person must look at, and what they may do with each. */
export function ReviewList<Action extends string>(props: Props<Action>) {
  const { cases, unlisted, error, reload, actions } = props
  const [chosen, setChosen] = useState<Chosen<Action> | null>(null)
  const close = () => {
    setChosen(null)
    void reload()
  }
  // What was read stays: a dialog may be open over it, and the next reading comes by itself.
  if (error && !cases) return <LoadFailed error={error} ask={reload} />
  if (!cases) return <Text role="status">{props.loading}</Text>
  if (cases.length === 0) return <Text color="fg.muted">{props.none}</Text>
  return (
    <>
      {unlisted.map((sentence) => (
        <Notice key={sentence} tone="warning">
          {sentence}
        </Notice>
      ))}
      <Cases>
        {cases.map((it) => (
          <li key={it.id}>
            <ReviewCard of={it} actions={actions} onChoose={(action) => setChosen({ on: it, action })} />
          </li>
        ))}
      </Cases>
      {chosen && (
        <DecisionDialog
          action={actions[chosen.action]}
          owed={chosen.on.owed}
          onDecide={(decision) => chosen.on.decide(chosen.action, decision)}
          onClose={close}
        />
      )}
    </>
  )
}

/** A list that is longer than what of it is shown says so. */
export const unlistedWords = (
  message: (counts: { shown: number; total: number }) => string,
  { length: shown }: readonly unknown[],
  total: number,
) => (total > shown ? [message({ shown, total })] : [])

import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Row } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import type { AttentionItem, PaymentCase } from '@/lib/api/types'
import { formatMoment } from '@/lib/dates'
import * as words from '@/messages/admin/attention/case'
import * as lists from '@/messages/lib/lists'

/** One below the other. */
export const Cases = chakra('ul', {
  base: { '& > li': { py: '5', borderTop: '1px solid {colors.line}' } },
})

interface UnlistedProps {
  message: (counts: { shown: number; total: number }) => string
  shown: number
  of: number
}

/** A list that is longer than what of it is shown says so. */
export function Unlisted({ message, shown, of: total }: UnlistedProps) {
  if (total <= shown) return null
  return <Notice tone="warning">{message({ shown, total })}</Notice>
}

/** What is known, name by name. */
export const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr', sm: 'auto 1fr' },
    columnGap: '4',
    textStyle: 'sm',
    '& dt': { color: 'fg.muted' },
    '& dd': { overflowWrap: 'anywhere' },
  },
})

/** Folded away: only the person who decides reads it. */
export const Evidence = chakra('details', {
  base: {
    textStyle: 'sm',
    '& summary': { cursor: 'pointer', minH: '11', alignContent: 'center' },
    '& li': { py: '1', overflowWrap: 'anywhere' },
  },
})

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

type Call = PaymentCase['attempts'][number] & Partial<Pick<AttentionItem['attempts'][number], 'evidence'>>

/** One call to a provider, and its answer. */
export function CallMade({ of }: { of: Call }) {
  const answer = [
    of.class || words.noAnswer,
    of.httpStatus > 0 && words.status({ status: of.httpStatus }),
    of.requestId && words.request({ id: of.requestId }),
    of.evidence,
  ]
  return (
    <li>
      {words.call({
        moment: formatMoment(of.preparedAt),
        operation: of.op,
        number: of.n,
        answer: answer.filter(Boolean).join(lists.separator),
      })}
    </li>
  )
}

interface StepProps {
  of: Pick<AttentionItem['history'][number], 'at' | 'what' | 'operator' | 'note'>
  /** Both states are empty for what changed none. */
  from: string
  to: string
}

/** What happened, and who did it. */
export function Step({ of: { at, what, operator, note }, from, to }: StepProps) {
  const event = { moment: formatMoment(at), what }
  return (
    <li>
      {to ? words.change({ ...event, from, to }) : words.event(event)}
      {operator && ` ${note ? words.operatorAndNote({ operator, note }) : words.operator({ operator })}`}
    </li>
  )
}

interface ChoicesProps<Action extends string> {
  of: readonly Action[]
  actions: Record<Action, { label: string }>
  onChoose: (action: Action) => void
}

/** What may be done, a button each. */
export function Choices<Action extends string>({ of, actions, onChoose }: ChoicesProps<Action>) {
  return (
    <Row flexWrap="wrap">
      {of.map((action) => (
        <Button key={action} variant="outline" onClick={() => onChoose(action)}>
          {actions[action].label}
        </Button>
      ))}
    </Row>
  )
}

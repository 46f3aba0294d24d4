import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'
import { formatMoment } from '@/lib/dates'
import * as words from '@/messages/admin/attention/case'
import * as lists from '@/messages/lib/lists'
import type { ReviewCall, ReviewStep } from './review-case'

/** One below the other. */
export const Cases = chakra('ul', {
  base: { '& > li': { py: '5', borderTop: '1px solid {colors.line}' } },
})

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

/** One call to a provider, and its answer. */
export function CallMade({ of }: { of: ReviewCall }) {
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

/** What happened, and who did it. */
export function Step({ of: { at, what, operator, note, from, to } }: { of: ReviewStep }) {
  const event = { moment: formatMoment(at), what }
  return (
    <li>
      {to ? words.change({ ...event, from, to }) : words.event(event)}
      {operator && ` ${note ? words.operatorAndNote({ operator, note }) : words.operator({ operator })}`}
    </li>
  )
}

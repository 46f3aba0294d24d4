import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Row } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import type { AttentionItem, PaymentCase } from '@/lib/api/types'
import { formatMoment } from '@/lib/dates'

/** One below the other. */
export const Cases = chakra('ul', {
  base: { '& > li': { py: '5', borderTop: '1px solid {colors.line}' } },
})

/** A list that is longer than what of it is shown says so. */
export function Unlisted({ what, shown, of }: { what: string; shown: number; of: number }) {
  if (of <= shown) return null
  return (
    <Notice tone="warning">
      Showing the oldest {shown} of {of} {what}. Resolve these to see the others.
    </Notice>
  )
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
  return (
    <li>
      {formatMoment(of.preparedAt)} {of.op} {of.n}: {of.class || 'no answer'}
      {of.httpStatus > 0 && `, status ${of.httpStatus}`}
      {of.requestId && `, request ${of.requestId}`}
      {of.evidence && `, ${of.evidence}`}
    </li>
  )
}

interface ChoicesProps<Action extends string> {
  of: readonly Action[]
  words: Record<Action, { label: string }>
  onChoose: (action: Action) => void
}

/** What may be done, a button each. */
export function Choices<Action extends string>({ of, words, onChoose }: ChoicesProps<Action>) {
  return (
    <Row flexWrap="wrap">
      {of.map((action) => (
        <Button key={action} variant="outline" onClick={() => onChoose(action)}>
          {words[action].label}
        </Button>
      ))}
    </Row>
  )
}

'use client'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Row, Stack, Text } from '@/components/ui/layout'
import type { BookDifference, PaymentCase as Item, PaymentAction } from '@/lib/api/types'
import { formatMoment } from '@/lib/dates'
import * as words from '@/messages/admin/attention/payments'
import { rulePayment, settleDifference, usePaymentAttention } from '../../api/payment-attention'
import { Cases, Unlisted } from './facts'
import { LoadFailed } from './load-failed'
import { PaymentCase } from './payment-case'
import { actions, strayWords } from './payment-words'
import type { Said } from './ruling-dialog'

const RulingDialog = dynamic(() => import('./ruling-dialog'), { ssr: false })

interface Chosen {
  action: PaymentAction
  rule: (said: Said) => Promise<unknown>
}

const ofPayment = ({ paymentId, version }: Item, action: PaymentAction): Chosen => ({
  action,
  rule: ({ note }) => rulePayment(paymentId, { action, version, note }),
})

const ofDifference = (difference: BookDifference): Chosen => ({
  action: 'settled_by_hand',
  rule: ({ note }) => settleDifference(difference, note),
})

/** Payments that a person must look at, and what they may do with each. For administrators. */
export default function PaymentList() {
  const { list, error, reload } = usePaymentAttention()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const close = () => {
    setChosen(null)
    void reload()
  }
  // What was read stays: a dialog may be open over it, and the next reading comes by itself.
  if (error && !list) return <LoadFailed error={error} ask={reload} />
  if (!list) return <Text role="status">{words.loading}</Text>
  if (list.items.length + list.differences.length === 0) return <Text>{words.none}</Text>
  return (
    <>
      <Unlisted message={words.more} shown={list.items.length} of={list.total} />
      <Unlisted message={words.moreStrays} shown={list.differences.length} of={list.differencesTotal} />
      <Cases>
        {list.items.map((item) => (
          <li key={item.paymentId}>
            <PaymentCase of={item} onChoose={(action) => setChosen(ofPayment(item, action))} />
          </li>
        ))}
        {list.differences.map((it) => (
          <li key={`${it.mode} ${it.objectId} ${it.what} ${it.currency}`}>
            <Stray of={it} onSettle={() => setChosen(ofDifference(it))} />
          </li>
        ))}
      </Cases>
      {chosen && <RulingDialog action={actions[chosen.action]} onRule={chosen.rule} onClose={close} />}
    </>
  )
}

/** An amount that no payment of ours stands for. The ledgers are compared every ten minutes. */
function Stray({ of, onSettle }: { of: BookDifference; onSettle: () => void }) {
  return (
    <Stack gap="3" justifyItems="stretch">
      <h3>{words.strayTitle}</h3>
      <Text>{words.stray({ difference: strayWords(of), mode: of.mode, moment: formatMoment(of.foundAt) })}</Text>
      <Row>
        <Button variant="outline" onClick={onSettle}>
          {actions.settled_by_hand.label}
        </Button>
      </Row>
    </Stack>
  )
}

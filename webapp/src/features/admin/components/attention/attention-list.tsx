'use client'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Text } from '@/components/ui/layout'
import type { AttentionAction, AttentionItem } from '@/lib/api/types'
import * as words from '@/messages/admin/attention/bookings'
import { rule, useAttention } from '../../api/attention'
import { Case } from './case'
import { Cases, Unlisted } from './facts'
import { LoadFailed } from './load-failed'
import { actions } from './words'

const RulingDialog = dynamic(() => import('./ruling-dialog'), { ssr: false })

interface Chosen {
  item: AttentionItem
  action: AttentionAction
}

/** Bookings that a person must look at, and what they may do with each. For administrators. */
export default function AttentionList() {
  const { list, error, reload } = useAttention()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const close = () => {
    setChosen(null)
    void reload()
  }
  // What was read stays: a dialog may be open over it, and the next reading comes by itself.
  if (error && !list) return <LoadFailed error={error} ask={reload} />
  if (!list) return <Text role="status">{words.loading}</Text>
  if (list.items.length === 0) return <Text>{words.none}</Text>
  return (
    <>
      <Unlisted message={words.more} shown={list.items.length} of={list.total} />
      <Cases>
        {list.items.map((item) => (
          <li key={item.bookingId}>
            <Case of={item} onChoose={(action) => setChosen({ item, action })} />
          </li>
        ))}
      </Cases>
      {chosen && (
        <RulingDialog
          action={actions[chosen.action]}
          isOfOrder={chosen.action === 'order_is'}
          onRule={(said) =>
            rule(chosen.item.bookingId, { action: chosen.action, version: chosen.item.version, ...said })
          }
          onClose={close}
        />
      )}
    </>
  )
}

'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Stack, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { reasonOf, TRY_LATER } from '@/lib/api/error'
import type { AttentionAction, AttentionItem } from '@/lib/api/types'
import { useAttention } from '../../api/attention'
import { Case } from './case'

const RulingDialog = dynamic(() => import('./ruling-dialog'), { ssr: false })

const List = chakra('ul', {
  base: { '& > li': { py: '5', borderTop: '1px solid {colors.line}' } },
})

interface Chosen {
  item: AttentionItem
  action: AttentionAction
}

/** Bookings that a person must look at, and what he may do with each. For administrators. */
export default function AttentionList() {
  const { items, error, reload } = useAttention()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const close = () => {
    setChosen(null)
    void reload()
  }
  if (error) {
    return (
      <Stack justifyItems="start">
        <Notice tone="error" role="alert">
          The list could not be loaded. {reasonOf(error, TRY_LATER)}
        </Notice>
        <Button variant="outline" onClick={() => void reload()}>
          Try again
        </Button>
      </Stack>
    )
  }
  if (!items) return <Text role="status">Loading bookings…</Text>
  if (items.length === 0) return <Text>Nothing needs you.</Text>
  return (
    <>
      <List>
        {items.map((item) => (
          <li key={item.bookingId}>
            <Case of={item} onChoose={(action) => setChosen({ item, action })} />
          </li>
        ))}
      </List>
      {chosen && <RulingDialog {...chosen} onClose={close} />}
    </>
  )
}

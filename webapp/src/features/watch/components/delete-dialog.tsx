'use client'
import { useState } from 'react'
import { FailureNotice } from '@/components/ui/failure-notice'
import { Stack, Text } from '@/components/ui/layout'
import { Question } from '@/components/ui/question'
import type { WatchedPrice } from '@/lib/api/types'
import * as buttons from '@/messages/lib/buttons'
import * as words from '@/messages/watch/list'
import { deleteWatch } from '../api/watches'
import { useRouteName } from '../hooks/use-route-name'
import { reasonInWatch } from '../lib/refusal'
import { datesOf } from '../lib/trip'

interface Props {
  watch: WatchedPrice
  token: string | null
  onDeleted: (route: string) => void
  onClose: () => void
}

/** What is deleted is gone: the question names it. */
export function DeleteDialog({ watch, token, onDeleted, onClose }: Props) {
  const route = useRouteName(watch.trip)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const remove = async () => {
    setBusy(true)
    setFailure('')
    try {
      await deleteWatch(watch.id, token)
      onDeleted(route)
    } catch (error) {
      setFailure(reasonInWatch(error))
      setBusy(false)
    }
  }
  return (
    <Question
      title={words.deleteTitle({ route })}
      keep={words.keep}
      act={isBusy ? buttons.deleting : words.remove}
      onAct={() => void remove()}
      isBusy={isBusy}
      onClose={onClose}
    >
      <Stack>
        <FailureNotice title={words.changeFailed} words={failure} />
        <Text>{words.deleteText({ dates: datesOf(watch.trip) })}</Text>
      </Stack>
    </Question>
  )
}

'use client'
import { DoneNotice } from '@/components/ui/done-notice'
import { Box, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import type { WatchedPrice } from '@/lib/api/types'
import * as words from '@/messages/watch/links'
import { useIsOwn } from '../hooks/use-opened-list'
import { useRouteName } from '../hooks/use-route-name'
import { criteriaOf, factsOf } from '../lib/trip'

interface Props {
  watch: WatchedPrice
  /** It was started on this page. */
  isNew: boolean
}

/** Names the watch that a link is about, and says whether it runs. Nothing of one that has not started or has ended. */
export function NamedWatch({ watch, isNew }: Props) {
  const route = useRouteName(watch.trip)
  if (watch.state !== 'active' && watch.state !== 'paused') return null
  const said = (watch.state === 'active' ? words.watching : words.paused)({ route })
  return (
    <Box mb="3">
      {isNew ? (
        <DoneNotice>
          <Text>{said}</Text>
          <Text textStyle="sm">{factsOf(criteriaOf(watch.trip)).join(' · ')}</Text>
          <WayBack watch={watch.id} />
        </DoneNotice>
      ) : (
        <Notice tone={watch.state === 'active' ? 'success' : 'info'} role="status" overflowWrap="anywhere">
          {said}
        </Notice>
      )}
    </Box>
  )
}

/** How to come back to the list later. By a mailed link it may be that of another address than the user's. */
function WayBack({ watch }: { watch: string }) {
  const isOwn = useIsOwn(watch)
  return <Text textStyle="sm">{isOwn ? words.backByMenu : words.backByMail}</Text>
}

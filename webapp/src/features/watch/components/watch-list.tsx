'use client'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Stack } from '@/components/ui/layout'
import type { WatchedPrice } from '@/lib/api/types'
import * as words from '@/messages/watch/list'
import { useWatches } from '../hooks/use-watches'
import { News } from './news'
import { Empty, LoadError, Loading, SignedOut, UnknownLink } from './states'
import { WatchCard } from './watch-card'

const DeleteDialog = dynamic(() => import('./delete-dialog').then((module) => module.DeleteDialog), { ssr: false })

/** All watches of a mailed link's address, or of the signed-in user. */
export function WatchList({ token }: { token: string | null }) {
  const { isSignedOut, isUnknown, watches, error, put, drop, isTrying, retry } = useWatches(token)
  if (isSignedOut) return <SignedOut />
  if (isUnknown) return <UnknownLink />
  if (watches) return <Watches watches={watches} token={token} onChanged={put} onDeleted={drop} />
  return error ? <LoadError error={error} isTrying={isTrying} retry={retry} /> : <Loading />
}

interface Props {
  watches: readonly WatchedPrice[]
  token: string | null
  onChanged: (watch: WatchedPrice) => void
  onDeleted: (id: string) => Promise<unknown>
}

function Watches({ watches, token, onChanged, onDeleted }: Props) {
  const [asked, ask] = useState<WatchedPrice | null>(null)
  const [deleted, setDeleted] = useState<{ id: string; route: string } | null>(null)
  const end = async ({ id }: WatchedPrice, route: string) => {
    await onDeleted(id)
    ask(null)
    setDeleted({ id, route })
  }
  return (
    <Stack gap="3">
      {deleted && <News key={deleted.id}>{words.deleted({ route: deleted.route })}</News>}
      {watches.length === 0 ? (
        <Empty />
      ) : (
        <Stack as="ul" gap="3" aria-label={words.list}>
          {watches.map((watch) => (
            <li key={watch.id}>
              <WatchCard watch={watch} token={token} onChanged={onChanged} onDelete={() => ask(watch)} />
            </li>
          ))}
        </Stack>
      )}
      {asked && (
        <DeleteDialog
          watch={asked}
          token={token}
          onDeleted={(route) => void end(asked, route)}
          onClose={() => ask(null)}
        />
      )}
    </Stack>
  )
}

'use client'
import dynamic from 'next/dynamic'
import { type RefObject, useEffect, useState } from 'react'
import { Box, Stack } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import type { WatchedPrice } from '@/lib/api/types'
import * as words from '@/messages/watch/list'
import { useFocusAfterDelete } from '../hooks/use-focus-after-delete'
import type { OpenedList } from '../hooks/use-opened-list'
import { useWatches } from '../hooks/use-watches'
import { noteOpenedByLink } from '../lib/opened-by-link'
import { NamedWatch } from './named-watch'
import { Empty, LoadError, Loading, SignedOut, UnknownLink, Unproved } from './states'
import { WatchCard } from './watch-card'

const DeleteDialog = dynamic(() => import('./delete-dialog').then((module) => module.DeleteDialog), { ssr: false })

interface ListProps {
  list: OpenedList
  /** What was started on this page. */
  started: WatchedPrice | null
  /** Of the page. */
  heading: RefObject<HTMLElement | null>
}

/** All watches of a mailed link's address, or of the signed-in user, and a word about the one that led here. */
export function WatchList({ list, started, heading }: ListProps) {
  const loaded = useWatches(list.token)
  const count = loaded.isUnknown ? 0 : loaded.watches?.length
  useEffect(() => {
    if (count !== undefined) noteOpenedByLink(Boolean(list.token) && count > 0)
  }, [list.token, count])
  const named = loaded.watches ? loaded.watches.find(({ id }) => id === list.watch) : started
  return (
    <>
      {named && <NamedWatch watch={named} isNew={named.id === started?.id} />}
      <Loaded list={list} started={started} heading={heading} {...loaded} />
    </>
  )
}

interface LoadedProps extends ReturnType<typeof useWatches>, ListProps {}

function Loaded(props: LoadedProps) {
  const { list, started, heading, user, isSignedOut, isUnknown, watches, error, put, drop, ...again } = props
  if (isSignedOut) return <SignedOut />
  if (isUnknown) return <UnknownLink />
  if (!list.token && user && !user.isMailboxProved) return <Unproved email={user.email} />
  const shown = { list, started, heading }
  if (watches) return <Watches key={list.watch} watches={watches} {...shown} onChanged={put} onDeleted={drop} />
  return error ? <LoadError error={error} {...again} /> : <Loading />
}

interface Deleted {
  id: string
  route: string
  /** Where it stood in the list. */
  place: number
}

interface Props extends ListProps {
  watches: readonly WatchedPrice[]
  onChanged: (watch: WatchedPrice) => void
  onDeleted: (id: string) => Promise<unknown>
}

function Watches({ watches, list: { token, watch: named }, started, heading, onChanged, onDeleted }: Props) {
  const [isOver] = useState(() => named !== null && !watches.some(({ id }) => id === named))
  const [asked, ask] = useState<WatchedPrice | null>(null)
  const [deleted, setDeleted] = useState<Deleted | null>(null)
  const list = useFocusAfterDelete<HTMLUListElement>(deleted, heading)
  const end = async ({ id }: WatchedPrice, route: string) => {
    const place = watches.findIndex((watch) => watch.id === id)
    await onDeleted(id)
    ask(null)
    setDeleted({ id, route, place })
  }
  return (
    <>
      <Box role="status">
        {deleted && (
          <Notice key={deleted.id} tone="success" mb="3" overflowWrap="anywhere">
            {words.deleted({ route: deleted.route })}
          </Notice>
        )}
      </Box>
      {isOver && !watches.some(({ id }) => id === named) && <Notice mb="3">{words.over}</Notice>}
      {watches.length === 0 ? (
        <Empty />
      ) : (
        <Stack as="ul" ref={list} gap="3" aria-label={words.list}>
          {watches.map((watch) => (
            <li key={watch.id}>
              <WatchCard
                watch={watch}
                token={token}
                isNew={watch.id === started?.id}
                onChanged={onChanged}
                onDelete={() => ask(watch)}
              />
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
    </>
  )
}

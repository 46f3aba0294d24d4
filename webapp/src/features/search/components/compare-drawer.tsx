'use client'
import { useRef, useState } from 'react'
import { Switch } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { Box, Text } from '@/components/ui/layout'
import type { BagPrice, Offer } from '@/lib/api/types'
import * as words from '@/messages/search/compare'
import { useCompared } from '../hooks/use-compared'
import { compareRows } from '../lib/compare'
import { CompareFaresUnread } from './compare-fares-unread'
import { CompareTable } from './compare-table'

interface Props {
  ids: readonly string[]
  /** The offers of the list, as far as they are loaded. */
  listed: readonly Offer[]
  /** Those of them whose fares are compared. */
  comparable: readonly Offer[]
  /** What the list knows of their bags. */
  known: ReadonlyMap<string, BagPrice>
  /** What a journey of the search typically emits; null where that is not known. */
  typical: number | null
  href: (offerId: string) => string
  onRemove: (id: string) => void
  onClose: () => void
}

/** The chosen flights side by side, each asked for anew: what went meanwhile stays, and says so. */
export function CompareDrawer({ ids, listed, comparable, known, typical, href, onRemove, onClose }: Props) {
  const table = useRef<HTMLDivElement>(null)
  const [onlyDifferences, setOnlyDifferences] = useState(false)
  const { flights, fares } = useCompared(ids, { listed, comparable }, known)
  const rows = compareRows(
    flights.map(({ offer, state, bag, cheaper }) => ({ offer, isSold: state !== 'gone', bag, cheaper })),
    typical,
  )
  const shown = onlyDifferences ? rows.filter(({ isAlike }) => !isAlike) : rows
  const remove = (id: string) => {
    onRemove(id)
    table.current?.focus()
  }
  return (
    <Dialog isOpen onClose={onClose} hasOwnEntry placement="drawer" title={words.title({ count: ids.length })}>
      <Box justifySelf="start">
        <Switch label={words.onlyDifferences} checked={onlyDifferences} onChange={setOnlyDifferences} />
      </Box>
      {fares.isUnread && <CompareFaresUnread isTrying={fares.isTrying} onRetry={fares.retry} table={table} />}
      <CompareTable ref={table} flights={flights} rows={shown} href={href} onRemove={remove} />
      {shown.length === 0 && <Text textStyle="sm">{words.allAlike}</Text>}
      <Text role="status" textStyle="xs" color="fg.muted">
        {flights.some(({ state }) => state === 'asked') && words.loading}
      </Text>
    </Dialog>
  )
}

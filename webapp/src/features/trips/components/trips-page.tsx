'use client'
import dynamic from 'next/dynamic'
import { type ComponentProps, useState } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Box, Container, Row, Stack } from '@/components/ui/layout'
import { Tabs } from '@/components/ui/tabs'
import type { BookingCancelled } from '@/lib/api/types'
import { routes } from '@/lib/routes'
import { usePageTop } from '@/lib/use-page-top'
import * as layoutWords from '@/messages/components/layout'
import * as buttons from '@/messages/lib/buttons'
import * as words from '@/messages/trips/list'
import { useTrips } from '../hooks/use-trips'
import { inGroup, isCancellable, isOff, type Trip, type TripGroup, tripGroups } from '../lib/trips'
import { JustCancelled } from './just-cancelled'
import { Empty, EmptyGroup, LoadError, Loading, SignedOut } from './states'
import { TripCard } from './trip-card'

const DetailsDialog = dynamic(() => import('./details-dialog').then((module) => module.DetailsDialog), { ssr: false })
const CancelDialog = dynamic(() => import('./cancel-dialog').then((module) => module.CancelDialog), { ssr: false })

export function TripsPage() {
  usePageTop()
  const { isSignedOut, trips, error, reload, isTrying, retry } = useTrips()
  return (
    <Container py={{ base: '6', md: '10' }}>
      <Row justifyContent="space-between" flexWrap="wrap" minH="11" mb="4">
        <h1>{layoutWords.myTrips}</h1>
        {trips && trips.length > 0 && (
          <ButtonLink href={routes.home} variant="outline">
            <Icon name="search" size="sm" />
            {buttons.searchFlights}
          </ButtonLink>
        )}
      </Row>
      {isSignedOut ? (
        <SignedOut />
      ) : trips ? (
        <Trips trips={trips} onChanged={reload} />
      ) : error ? (
        <LoadError title={words.loadFailed} error={error} isTrying={isTrying} retry={retry} />
      ) : (
        <Loading />
      )}
    </Container>
  )
}

const tabLabels: Record<TripGroup, string> = { upcoming: words.upcoming, past: words.past, cancelled: words.cancelled }

interface OpenDialog {
  kind: 'details' | 'cancel'
  bookingId: string
}

function Trips({ trips, onChanged }: { trips: readonly Trip[]; onChanged: () => Promise<unknown> }) {
  const [group, setGroup] = useState<TripGroup>('upcoming')
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [cancelledLast, setCancelledLast] = useState<ComponentProps<typeof JustCancelled> | null>(null)
  if (trips.length === 0) return <Empty />

  const panel = (of: TripGroup) => (
    <TripList
      trips={inGroup(trips, of)}
      group={of}
      onOpen={(kind, { record }) => setDialog({ kind, bookingId: record.id })}
    />
  )
  const tabs = tripGroups.map((value) => ({
    value,
    label: tabLabels[value],
    count: inGroup(trips, value).length,
    panel: panel(value),
  }))
  // As the list has it now: what is open may be cancelled elsewhere meanwhile.
  const shown = dialog && trips.find(({ record }) => record.id === dialog.bookingId)
  const close = () => setDialog(null)
  const cancelled = async (trip: Trip, answer: BookingCancelled) => {
    await onChanged()
    close()
    setCancelledLast({ trip, answer })
  }
  return (
    <>
      {cancelledLast && <JustCancelled key={cancelledLast.trip.record.id} {...cancelledLast} />}
      <Box css={{ '& > [role=tabpanel]': { pt: '6', borderTop: '1px solid {colors.line}' } }}>
        <Tabs label={words.tabs} value={group} onChange={setGroup} tabs={tabs} />
      </Box>
      {shown && dialog.kind === 'details' && (
        <DetailsDialog trip={shown} onClose={close} onCancel={() => setDialog({ ...dialog, kind: 'cancel' })} />
      )}
      {shown && dialog.kind === 'cancel' && (
        <CancelDialog trip={shown} onClose={close} onCancelled={(answer) => cancelled(shown, answer)} />
      )}
    </>
  )
}

interface ListProps {
  trips: readonly Trip[]
  group: TripGroup
  onOpen: (kind: OpenDialog['kind'], trip: Trip) => void
}

/** Of a booking that the airline still confirms the question says why it has to wait. */
const mayAsk = (trip: Trip) => isCancellable(trip) || (trip.record.status === 'pending' && !isOff(trip))

function TripList({ trips, group, onOpen }: ListProps) {
  if (trips.length === 0) return <EmptyGroup group={group} />
  return (
    <Stack as="ul" gap="3">
      {trips.map((trip) => (
        <li key={trip.record.id}>
          <TripCard
            trip={trip}
            onDetails={() => onOpen('details', trip)}
            onCancel={mayAsk(trip) ? () => onOpen('cancel', trip) : undefined}
          />
        </li>
      ))}
    </Stack>
  )
}

'use client'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Box, Container, Row, Stack } from '@/components/ui/layout'
import { Tabs } from '@/components/ui/tabs'
import { routes } from '@/lib/routes'
import { useTrips } from '../hooks/use-trips'
import { inGroup, type Trip, type TripGroup } from '../lib/trips'
import { Empty, EmptyGroup, LoadError, Loading, SignedOut } from './states'
import { TripCard } from './trip-card'

const DetailsDialog = dynamic(() => import('./details-dialog').then((module) => module.DetailsDialog), { ssr: false })
const CancelDialog = dynamic(() => import('./cancel-dialog').then((module) => module.CancelDialog), { ssr: false })

export function TripsPage() {
  const { isSignedOut, trips, error, isValidating, reload } = useTrips()
  return (
    <Container py={{ base: '6', md: '10' }}>
      <Row justifyContent="space-between" flexWrap="wrap" mb="4">
        <h1>My Trips</h1>
        {trips && trips.length > 0 && (
          <ButtonLink href={routes.home} variant="outline">
            <Icon name="search" size="sm" />
            Search Flights
          </ButtonLink>
        )}
      </Row>
      {isSignedOut ? (
        <SignedOut />
      ) : trips ? (
        <Trips trips={trips} onChanged={reload} />
      ) : error ? (
        <LoadError error={error} isTrying={isValidating} onRetry={() => void reload()} />
      ) : (
        <Loading />
      )}
    </Container>
  )
}

type Dialog = { kind: 'details' | 'cancel'; trip: Trip }

function Trips({ trips, onChanged }: { trips: readonly Trip[]; onChanged: () => Promise<unknown> }) {
  const [group, setGroup] = useState<TripGroup>('upcoming')
  const [dialog, setDialog] = useState<Dialog | null>(null)
  if (trips.length === 0) return <Empty />
  const panel = (of: TripGroup) => (
    <TripList trips={inGroup(trips, of)} group={of} onOpen={(kind, trip) => setDialog({ kind, trip })} />
  )
  const close = () => setDialog(null)
  return (
    <>
      <Box css={{ '& > [role=tabpanel]': { pt: '6', borderTop: '1px solid {colors.line}' } }}>
        <Tabs
          label="Trips"
          value={group}
          onChange={setGroup}
          tabs={[
            {
              value: 'upcoming',
              label: 'Upcoming',
              count: inGroup(trips, 'upcoming').length,
              panel: panel('upcoming'),
            },
            { value: 'past', label: 'Past', count: inGroup(trips, 'past').length, panel: panel('past') },
            {
              value: 'cancelled',
              label: 'Cancelled',
              count: inGroup(trips, 'cancelled').length,
              panel: panel('cancelled'),
            },
          ]}
        />
      </Box>
      {dialog?.kind === 'details' && (
        <DetailsDialog
          trip={dialog.trip}
          onClose={close}
          onCancel={() => setDialog({ kind: 'cancel', trip: dialog.trip })}
        />
      )}
      {dialog?.kind === 'cancel' && <CancelDialog trip={dialog.trip} onClose={close} onCancelled={onChanged} />}
    </>
  )
}

interface ListProps {
  trips: readonly Trip[]
  group: TripGroup
  onOpen: (kind: Dialog['kind'], trip: Trip) => void
}

function TripList({ trips, group, onOpen }: ListProps) {
  if (trips.length === 0) return <EmptyGroup group={group} />
  return (
    <Stack as="ul" gap="3">
      {trips.map((trip) => (
        <li key={trip.record.id}>
          <TripCard
            trip={trip}
            onDetails={() => onOpen('details', trip)}
            onCancel={group === 'upcoming' ? () => onOpen('cancel', trip) : undefined}
          />
        </li>
      ))}
    </Stack>
  )
}

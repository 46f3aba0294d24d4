'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useMemo } from 'react'
import { Arc } from '@/components/ui/arc'
import { Badge } from '@/components/ui/badge'
import { Button, ButtonLink } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Container } from '@/components/ui/layout'
import { findAirport, useAirports } from '@/lib/airports'
import type { Offer } from '@/lib/api/types'
import { cabinLabels, type SearchCriteria, searchParams, travellersLabel } from '@/lib/criteria'
import { formatDayOfYear, formatJourneyDay, today } from '@/lib/dates'
import { routes, withQuery } from '@/lib/routes'

const Root = chakra('section', {
  base: {
    bg: 'surface',
    borderBottom: '1px solid {colors.line}',
    '& > div': {
      display: 'flex',
      flexDirection: { base: 'column', lg: 'row' },
      alignItems: { base: 'stretch', lg: 'center' },
      justifyContent: 'space-between',
      gap: { base: '4', lg: '6' },
      py: { base: '4', md: '6' },
    },
    // On a phone each city stands over its code, in a line that is there before its name is.
    '& h1': {
      display: 'grid',
      gridTemplateColumns: { base: 'minmax(0, 1fr) auto minmax(0, 1fr)', md: 'auto auto 1fr' },
      alignItems: { base: 'end', md: 'center' },
      gap: '3',
    },
    '& h1 svg': { w: '14', mb: { base: '2', md: '0' } },
    '& .place:last-child': { textAlign: { base: 'right', md: 'left' } },
    '& .city': {
      display: { base: 'block', md: 'inline' },
      minH: '1lh',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      fontSize: { base: 'sm', md: 'inherit' },
      letterSpacing: { base: '0', md: 'inherit' },
    },
    '& .code': { fontWeight: 'normal', color: 'fg.muted', letterSpacing: '0' },
    '& .meta': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: '0.5rem 1rem',
      mt: '2',
      textStyle: 'sm',
      color: 'fg.muted',
    },
    '& .actions': {
      display: 'grid',
      gridTemplateColumns: { base: 'repeat(auto-fit, minmax(9.5rem, 1fr))', md: 'auto auto' },
      justifyContent: { md: 'start' },
      gap: '2',
      '& > *': { px: { base: '2', md: '5' } },
    },
  },
})

/** The cities as the offers name them. The long list of airports is read only where no offer does. */
function useCities({ origin, destination }: SearchCriteria, offers: readonly Offer[], isSettled: boolean) {
  const { airports, needAirports } = useAirports()
  const { index } = airports
  const isUnnamed = isSettled && offers.length === 0
  useEffect(() => {
    if (isUnnamed) needAirports()
  }, [isUnnamed, needAirports])
  return useMemo(() => {
    const places = offers[0]?.slices.flatMap((slice) => [slice.origin, slice.destination]) ?? []
    const cityOf = (code: string) =>
      places.find(({ iata_code }) => iata_code === code)?.city_name ?? (index && findAirport(index, code)?.city_name)
    return [cityOf(origin), cityOf(destination)]
  }, [origin, destination, offers, index])
}

function Place({ code, city }: { code: string; city: string | null | undefined }) {
  return (
    <span className="place">
      <span className="city">{city} </span>
      <span className={city ? 'code' : undefined}>{code}</span>
    </span>
  )
}

/** A day that is over says its year too: whoever kept the address may have kept it for long. */
const dayOf = (date: string) => (date < today() ? formatDayOfYear(date) : formatJourneyDay(date))

interface Props {
  criteria: SearchCriteria
  offers: readonly Offer[]
  /** The search has ended, well or not. */
  isSettled: boolean
  isSearching: boolean
  onRefresh: () => void
}

/** What was asked for, and the two ways to ask again. */
export function Recap({ criteria, offers, isSettled, isSearching, onRefresh }: Props) {
  const { origin, destination, departureDate, returnDate, cabinClass, tripType } = criteria
  const [from, to] = useCities(criteria, offers, isSettled)
  return (
    <Root aria-label="Your search">
      <Container>
        <div>
          <h1>
            <Place code={origin} city={from} />
            <Arc />
            <chakra.span srOnly>to</chakra.span>
            <Place code={destination} city={to} />
          </h1>
          <div className="meta">
            <Badge variant="secondary">{tripType === 'round-trip' ? 'Round trip' : 'One way'}</Badge>
            <Badge variant="secondary">{cabinLabels[cabinClass]}</Badge>
            <span>
              {dayOf(departureDate)}
              {returnDate && ` to ${dayOf(returnDate)}`}
            </span>
            <span>{travellersLabel(criteria)}</span>
          </div>
        </div>
        <div className="actions">
          <ButtonLink href={withQuery(routes.home, searchParams(criteria))} variant="outline">
            <Icon name="edit" size="sm" />
            Modify Search
          </ButtonLink>
          <Button variant="secondary" disabled={isSearching} onClick={onRefresh}>
            <Icon name="refresh" size="sm" />
            Refresh Results
          </Button>
        </div>
      </Container>
    </Root>
  )
}

'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect } from 'react'
import { Arc } from '@/components/ui/arc'
import { Badge } from '@/components/ui/badge'
import { Button, ButtonLink } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Container } from '@/components/ui/layout'
import { findAirport, useAirports } from '@/lib/airports'
import { cabinLabels, type SearchCriteria, searchParams, travellersLabel } from '@/lib/criteria'
import { formatDay } from '@/lib/dates'
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
    '& h1': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0.25rem 0.75rem' },
    '& h1 svg': { w: { base: '8', md: '14' } },
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

/** "New York JFK": the city as soon as the list of airports is there, the code from the start. */
function Place({ code }: { code: string }) {
  const { airports, needAirports } = useAirports()
  const { index } = airports
  useEffect(needAirports, [needAirports])
  const city = index && findAirport(index, code)?.city_name
  return (
    <span>
      {city && `${city} `}
      <span className={city ? 'code' : undefined}>{code}</span>
    </span>
  )
}

interface Props {
  criteria: SearchCriteria
  isSearching: boolean
  onRefresh: () => void
}

/** What was asked for, and the two ways to ask again. */
export function Recap({ criteria, isSearching, onRefresh }: Props) {
  const { origin, destination, departureDate, returnDate, cabinClass, tripType } = criteria
  return (
    <Root aria-label="Your search">
      <Container>
        <div>
          <h1>
            <Place code={origin} />
            <Arc />
            <chakra.span srOnly>to</chakra.span>
            <Place code={destination} />
          </h1>
          <div className="meta">
            <Badge variant="secondary">{tripType === 'round-trip' ? 'Round trip' : 'One way'}</Badge>
            <Badge variant="secondary">{cabinLabels[cabinClass]}</Badge>
            <span>
              {formatDay(departureDate)}
              {returnDate && ` to ${formatDay(returnDate)}`}
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

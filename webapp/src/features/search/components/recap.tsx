'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect } from 'react'
import { Arc } from '@/components/ui/arc'
import { Badge } from '@/components/ui/badge'
import { BusyButton } from '@/components/ui/busy-button'
import { ButtonLink } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Container } from '@/components/ui/layout'
import { findAirport, useAirports } from '@/lib/airports'
import type { Offer } from '@/lib/api/types'
import { cabinLabels, type SearchCriteria, searchParams, travellersLabel } from '@/lib/criteria'
import { formatDayOfYear, formatJourneyDay, today } from '@/lib/dates'
import { routes, withQuery } from '@/lib/routes'
import { PHONE } from '@/lib/use-media'
import * as sharedButtons from '@/messages/lib/buttons'
import * as words from '@/messages/search/results'
import { type NamedAirport, nameInCity } from '../lib/airport-names'

const Root = chakra('section', {
  base: {
    bg: 'surface',
    borderBottom: '1px solid {colors.line}',
    // Below a desk: the way and the buttons in one line, and the rest of the search in a second one.
    '& > div': {
      display: { base: 'grid', lg: 'flex' },
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      alignItems: 'center',
      justifyContent: 'space-between',
      columnGap: { base: '2', md: '3', lg: '6' },
      pt: { base: '1.5', md: '4', lg: '6' },
      pb: { base: '2', md: '4', lg: '6' },
    },
    // As wide as there is room: the names share its width, not that of their own letters.
    '& .words': { display: { base: 'contents', lg: 'block' }, flex: '1', minW: '0' },
    // Where the names are too long each has half of the line, and what the other leaves of its own.
    '& h1': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, max-content) auto minmax(0, max-content)',
      justifyContent: 'start',
      alignItems: 'center',
      gap: { base: '1', md: '3' },
      minW: '0',
      fontSize: { base: 'clamp(1rem, 4.6vw, 1.125rem)', md: 'h1' },
    },
    '& h1 svg': { w: { base: '6', md: '14' } },
    // On a phone a code stands below its name, at both ends.
    '& .place': {
      display: 'flex',
      flexDirection: { base: 'column', md: 'row' },
      alignItems: { md: 'baseline' },
      columnGap: '0.3em',
      minW: '0',
    },
    '& .city': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& .code': {
      fontSize: { base: 'xs', md: 'inherit' },
      fontWeight: 'normal',
      color: 'fg.muted',
      letterSpacing: '0',
    },
    '& .meta': {
      gridRow: '2',
      gridColumn: '1 / -1',
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: { base: '0 0.75rem', md: '0.5rem 1rem' },
      mt: { md: '2' },
      textStyle: { base: 'xs', md: 'sm' },
      color: 'fg.muted',
    },
    // Badges before the dates; on a phone plain words after them, and two dates say that it is a round trip.
    '& .meta .kind': {
      order: { md: '-1' },
      minH: { base: '0', md: '6' },
      px: { base: '0', md: '2' },
      bg: { base: 'transparent', md: 'tint' },
      color: { base: 'inherit', md: 'ink' },
      fontSize: { base: 'inherit', md: 'micro' },
      fontWeight: { base: 'inherit', md: 'semibold' },
      lineHeight: { base: 'inherit', md: '1' },
    },
    [`@media ${PHONE}`]: { '& .meta .round-trip': { srOnly: true } },
    '& .actions': {
      display: 'flex',
      gap: { base: '1', lg: '2' },
      '& > *': { w: { base: '11', lg: 'auto' }, px: { base: '0', lg: '5' } },
      // Where there is little room their icons say it; the words stay for readers.
      '& span': { srOnly: { base: true, lg: false } },
    },
  },
})

/**
 * The cities as the offers name them; between two airports of one city, the airports. The long list of airports is read
 * only where no offer does.
 */
function useNames({ origin, destination }: SearchCriteria, offers: readonly Offer[], isSettled: boolean) {
  const { airports, needAirports } = useAirports()
  const { index } = airports
  const isUnnamed = isSettled && offers.length === 0
  useEffect(() => {
    if (isUnnamed) needAirports()
  }, [isUnnamed, needAirports])
  const out = offers[0]?.slices[0]
  const known = (code: string) => index && findAirport(index, code)
  const [from, to] = [out?.origin ?? known(origin), out?.destination ?? known(destination)]
  const nameOf = from?.city_name === to?.city_name ? nameInCity : ({ city_name }: NamedAirport) => city_name
  return [from && nameOf(from, origin), to && nameOf(to, destination)]
}

function Place({ code, name }: { code: string; name: string | null | undefined }) {
  return (
    <span className="place">
      {name && <span className="city">{name} </span>}
      <span className={name ? 'code' : undefined}>{code}</span>
    </span>
  )
}

/** A day that is over says its year too: the address may have been kept for long. */
const dayOf = (date: string) => (date < today() ? formatDayOfYear(date) : formatJourneyDay(date))

/** One year is said once. */
function datesOf({ departureDate, returnDate }: SearchCriteria) {
  if (!returnDate) return dayOf(departureDate)
  const year = `, ${departureDate.slice(0, 4)}`
  const back = dayOf(returnDate)
  const out = dayOf(departureDate)
  return words.dateRange({ from: back.endsWith(year) ? out.replace(year, '') : out, to: back })
}

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
  const { origin, destination, cabinClass, tripType } = criteria
  const [from, to] = useNames(criteria, offers, isSettled)
  return (
    <Root aria-label={words.recapLabel}>
      <Container>
        <div className="words">
          <h1>
            <Place code={origin} name={from} />
            <Arc />
            <chakra.span srOnly>{words.cityTo}</chakra.span>
            <Place code={destination} name={to} />
          </h1>
          <div className="meta">
            <span>{datesOf(criteria)}</span>
            <span>{travellersLabel(criteria)}</span>
            <Badge variant="secondary" className={`kind ${tripType}`}>
              {tripType === 'round-trip' ? words.roundTrip : words.oneWay}
            </Badge>
            <Badge variant="secondary" className="kind">
              {cabinLabels[cabinClass]}
            </Badge>
          </div>
        </div>
        <div className="actions">
          <ButtonLink href={withQuery(routes.home, searchParams(criteria))} variant="outline">
            <Icon name="edit" size="sm" />
            <span>{sharedButtons.modifySearch}</span>
          </ButtonLink>
          <BusyButton variant="secondary" isBusy={isSearching} onClick={onRefresh}>
            <Icon name="refresh" size="sm" />
            <span>{words.refreshResults}</span>
          </BusyButton>
        </div>
      </Container>
    </Root>
  )
}

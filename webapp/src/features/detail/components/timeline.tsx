'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { AirlineMark } from '@/components/ui/airline-mark'
import { Icon, type IconName } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import type { Place, Segment, Slice } from '@/lib/api/types'
import { type CabinClass, cabinLabels } from '@/lib/criteria'
import { daysBetween, formatDay, formatDuration, formatMinutes, formatTime } from '@/lib/dates'
import { bagLines } from '@/lib/flight-words'
import { bagCounts, clockShift, flightNumber, layovers, operatedBy } from '@/lib/flights'
import * as words from '@/messages/detail'

const List = chakra('ol', {
  base: {
    isolation: 'isolate',
    p: { base: '1rem', md: '1.25rem 1.5rem' },
    '& > li': {
      position: 'relative',
      display: 'grid',
      gridTemplateColumns: { base: '4.25rem 1rem minmax(0, 1fr)', md: '5.25rem 1.5rem minmax(0, 1fr)' },
      columnGap: { base: '2', md: '3' },
    },
    '& .when': { textAlign: 'end', lineHeight: '1.2' },
    '& .when b': { fontSize: 'lg', fontVariantNumeric: 'tabular-nums', letterSpacing: '-0.01em' },
    '& .when span': { display: 'block', mt: '0.5', textStyle: 'xs', color: 'fg.muted', whiteSpace: 'nowrap' },
    '& .when .days': { color: 'warning.fg', fontWeight: 'semibold' },
    '& .note': { mt: '0.5', textStyle: 'xs', color: 'fg.muted' },
    '& .dot': { position: 'relative' },
    '& .dot::before': {
      content: '""',
      position: 'absolute',
      zIndex: '1',
      left: '50%',
      top: '1.5',
      boxSize: '3',
      translate: '-50% 0',
      borderRadius: 'full',
      bg: 'surface',
      border: '2px solid {colors.route}',
    },
    '& .end .dot::before': { bg: 'route' },
    '& .dot::after': {
      content: '""',
      position: 'absolute',
      left: '50%',
      top: '3',
      bottom: '-3',
      translate: '-50% 0',
      borderStart: '2px solid {colors.route}',
    },
    '& > li:last-child .dot::after': { display: 'none' },
    '& .wait .dot::after': { borderStart: '2px dotted {colors.line.strong}' },
    '& .what': { pb: '4' },
    '& > li:last-child .what': { pb: '0' },
    '& .terminal': { color: 'fg.muted', textStyle: 'sm' },
  },
})

const Flight = chakra('div', {
  base: {
    '--mark': '1.5rem',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '2',
    mt: '3',
    px: { base: '3', md: '4' },
    py: '3',
    bg: 'surface.inset',
    border: '1px solid {colors.line}',
    borderRadius: 'md',
    textStyle: 'sm',
    '& .name': { display: 'flex', alignItems: 'center', gap: '3', '& > :last-child': { minW: '0' } },
    '& .number': { whiteSpace: 'nowrap' },
    '& ul': { display: 'flex', flexWrap: 'wrap', gap: '0.25rem 1.25rem', textStyle: 'xs', color: 'fg.muted' },
    '& li': { display: 'inline-flex', alignItems: 'center', gap: '1.5', overflowWrap: 'anywhere' },
  },
})

/** The bags that are included; of others nothing is said here. */
const bagFacts = ({ baggages }: Segment) =>
  bagLines(bagCounts(baggages)).flatMap(({ kind, count, words: included }): [IconName, string][] =>
    count ? [[`bag-${kind}`, included]] : [],
  )

const serviceIcons: [pattern: RegExp, icon: IconName][] = [
  [/wi-?fi|internet/i, 'wifi'],
  [/power|usb|outlet/i, 'power'],
  [/meal|food|drink|snack/i, 'meal'],
  [/seat|pitch|legroom/i, 'seat'],
]
const serviceIcon = ({ type, description }: Segment['services'][number]): IconName =>
  serviceIcons.find(([pattern]) => pattern.test(`${type} ${description}`))?.[1] ?? 'check'

function Facts({ segment }: { segment: Segment }) {
  const facts: [IconName, string][] = [['clock', formatDuration(segment.duration)]]
  if (segment.aircraft) facts.push(['plane', segment.aircraft.name])
  const cabin = segment.cabin_class && cabinLabels[segment.cabin_class as CabinClass]
  if (cabin) facts.push(['seat', cabin])
  facts.push(...bagFacts(segment))
  for (const service of segment.services) facts.push([serviceIcon(service), service.description])
  return (
    <ul>
      {facts.map(([icon, fact]) => (
        <li key={fact}>
          <Icon name={icon} size="sm" />
          {fact}
        </li>
      ))}
    </ul>
  )
}

function FlightCard({ segment }: { segment: Segment }) {
  const operator = operatedBy(segment)
  const name = (
    <b>
      {segment.marketing_carrier.name} <span className="number">{flightNumber(segment)}</span>
    </b>
  )
  return (
    <Flight>
      <p className="name">
        <AirlineMark code={segment.marketing_carrier.iata_code} />
        <span>{operator ? words.operatedBy({ flight: () => name, airline: operator }) : name}</span>
      </p>
      <Facts segment={segment} />
      {segment.stops.map((stop) => (
        <p key={stop.airport.iata_code}>
          {words.technicalStop({
            city: stop.airport.city_name,
            code: stop.airport.iata_code,
            from: formatTime(stop.arriving_at),
            until: formatTime(stop.departing_at),
          })}
        </p>
      ))}
    </Flight>
  )
}

interface PointProps {
  at: string
  place: Place
  terminal: string | null
  /** Days since the direction began, for the first point of a day and for the end; null where no date is shown. */
  days: number | null
  className?: string
  note?: string | null
  children?: React.ReactNode
}

function TimePoint({ at, place, terminal, days, className, note, children }: PointProps) {
  return (
    <li className={className}>
      <div className="when">
        <time dateTime={at}>
          <b>{formatTime(at)}</b>
          {days !== null && <span>{formatDay(at)}</span>}
        </time>
        {days ? (
          <span className="days">{days > 0 ? words.daysLater({ days }) : words.daysEarlier({ days: -days })}</span>
        ) : null}
      </div>
      <div className="dot" />
      <div className="what">
        <b>
          {place.city_name} {place.iata_code}
        </b>{' '}
        <span className="terminal">{terminal && words.terminal({ terminal })}</span>
        {note && <p className="note">{note}</p>}
        {children}
      </div>
    </li>
  )
}

/** "5h ahead of New York": what a traveller sets the watch by. */
function clockNote(slice: Slice, index: number) {
  const shift = clockShift(slice, index)
  if (!shift) return null
  const difference = { time: formatMinutes(Math.abs(shift)), city: slice.origin.city_name }
  return shift > 0 ? words.clockAhead(difference) : words.clockBehind(difference)
}

/** Less than this from door to door is little for passport, security and a walk. */
const SHORT_WAIT_MINUTES = 60

/** What a traveller should know of a wait before booking it. */
function waitWarnings(arriving: Segment, leaving: Segment, minutes: number | null) {
  const [from, to] = [arriving.destination_terminal, leaving.origin_terminal]
  const airports = { from: arriving.destination.iata_code, to: leaving.origin.iata_code }
  const changesAirport = airports.from !== airports.to
  return [
    changesAirport && words.changeAirports(airports),
    !changesAirport && from && to && from !== to && words.changeTerminals({ from, to }),
    minutes !== null && minutes < SHORT_WAIT_MINUTES && words.shortConnection,
    daysBetween(arriving.arriving_at, leaving.departing_at) > 0 && words.overnight,
  ].filter((warning) => warning !== false && warning !== null && warning !== '')
}

function Wait({ arriving, leaving, minutes }: { arriving: Segment; leaving: Segment; minutes: number | null }) {
  const warnings = waitWarnings(arriving, leaving, minutes)
  const look =
    warnings.length > 0
      ? { tone: 'warning' as const, mt: '3' }
      : ({ tone: 'brand', bg: 'transparent', px: '0', py: '2' } as const)
  return (
    <Notice icon="clock" {...look}>
      <strong>{words.layover({ time: formatMinutes(minutes), city: arriving.destination.city_name })}</strong>{' '}
      {warnings.join(' ')}
    </Notice>
  )
}

/** The flights and waits of one direction in order, each time local to its airport. */
export function Timeline({ slice }: { slice: Slice }) {
  const waits = layovers(slice)
  const last = slice.segments.length - 1
  const start = slice.segments[0]?.departing_at
  return (
    <List>
      {slice.segments.map((segment, index) => {
        const { id, departing_at: leaves, arriving_at: lands } = segment
        const next = slice.segments[index + 1]
        const before = slice.segments[index - 1]
        const isNewDay = !before || daysBetween(before.arriving_at, leaves) !== 0
        const isNewDayAtEnd = daysBetween(index === last ? start : leaves, lands) !== 0
        return [
          <TimePoint
            key={`${id}-out`}
            at={leaves}
            place={segment.origin}
            terminal={segment.origin_terminal}
            days={isNewDay ? daysBetween(start, leaves) : null}
            className={index === 0 ? 'end' : undefined}
          >
            <FlightCard segment={segment} />
          </TimePoint>,
          <TimePoint
            key={`${id}-in`}
            at={lands}
            place={segment.destination}
            terminal={segment.destination_terminal}
            days={isNewDayAtEnd ? daysBetween(start, lands) : null}
            className={index === last ? 'end' : 'wait'}
            note={clockNote(slice, index)}
          >
            {next && <Wait arriving={segment} leaving={next} minutes={waits[index]?.minutes ?? null} />}
          </TimePoint>,
        ]
      })}
    </List>
  )
}

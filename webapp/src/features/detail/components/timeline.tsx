'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { AirlineMark } from '@/components/ui/airline-mark'
import { Icon, type IconName } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import type { Place, Segment, Slice } from '@/lib/api/types'
import { type CabinClass, cabinLabels } from '@/lib/criteria'
import { daysBetween, formatDay, formatDuration, formatMinutes, formatTime } from '@/lib/dates'
import { flightNumber, layovers, operatedBy } from '@/lib/flights'

const List = chakra('ol', {
  base: {
    p: { base: '1rem', md: '1.25rem 1.5rem' },
    '& > li': {
      position: 'relative',
      display: 'grid',
      gridTemplateColumns: { base: '4.5rem 1rem minmax(0, 1fr)', md: '5.25rem 1.5rem minmax(0, 1fr)' },
      columnGap: '3',
    },
    '& .when': { textAlign: 'right', lineHeight: '1.2' },
    '& .when b': { fontSize: 'lg', fontVariantNumeric: 'tabular-nums', letterSpacing: '-0.01em' },
    '& .when span': { display: 'block', mt: '0.5', textStyle: 'xs', color: 'fg.muted' },
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
      borderLeft: '2px solid {colors.route}',
    },
    '& > li:last-child .dot::after': { display: 'none' },
    '& .wait .dot::after': { borderLeft: '2px dotted {colors.line.strong}' },
    '& .what': { pb: '4' },
    '& > li:last-child .what': { pb: '0' },
    '& .terminal': { color: 'fg.muted', textStyle: 'sm' },
  },
})

const Flight = chakra('div', {
  base: {
    '--mark': '1.5rem',
    display: 'grid',
    gap: '2',
    mt: '3',
    px: '4',
    py: '3',
    bg: 'surface.inset',
    border: '1px solid {colors.line}',
    borderRadius: 'md',
    textStyle: 'sm',
    '& .name': { display: 'flex', alignItems: 'center', gap: '3' },
    '& ul': { display: 'flex', flexWrap: 'wrap', gap: '0.25rem 1.25rem', textStyle: 'xs', color: 'fg.muted' },
    '& li': { display: 'inline-flex', alignItems: 'center', gap: '1.5' },
  },
})

const bagWords: Record<string, [icon: IconName, one: string, more: string]> = {
  carry_on: ['bag-cabin', 'cabin bag', 'cabin bags'],
  checked: ['bag-checked', 'checked bag', 'checked bags'],
}

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
  for (const { type, quantity } of segment.baggages) {
    const words = bagWords[type]
    if (words && quantity > 0) facts.push([words[0], `${quantity} ${quantity === 1 ? words[1] : words[2]} each`])
  }
  for (const service of segment.services) facts.push([serviceIcon(service), service.description])
  return (
    <ul>
      {facts.map(([icon, words]) => (
        <li key={words}>
          <Icon name={icon} size="sm" />
          {words}
        </li>
      ))}
    </ul>
  )
}

function FlightCard({ segment }: { segment: Segment }) {
  const operator = operatedBy(segment)
  return (
    <Flight>
      <p className="name">
        <AirlineMark code={segment.marketing_carrier.iata_code} />
        <span>
          <b>
            {segment.marketing_carrier.name} {flightNumber(segment)}
          </b>
          {operator && ` operated by ${operator}`}
        </span>
      </p>
      <Facts segment={segment} />
      {segment.stops.map((stop) => (
        <p key={stop.airport.iata_code}>
          Stops in {stop.airport.city_name} {stop.airport.iata_code}, {formatTime(stop.arriving_at)} to{' '}
          {formatTime(stop.departing_at)}. You stay on this flight.
        </p>
      ))}
    </Flight>
  )
}

interface PointProps {
  at: string
  place: Place
  terminal: string | null
  /** Shown where it is another day than at the point before. */
  showsDay: boolean
  className?: string
  note?: string
  children?: React.ReactNode
}

function TimePoint({ at, place, terminal, showsDay, className, note, children }: PointProps) {
  return (
    <li className={className}>
      <div className="when">
        <time dateTime={at}>
          <b>{formatTime(at)}</b>
          {showsDay && <span>{formatDay(at)}</span>}
        </time>
      </div>
      <div className="dot" />
      <div className="what">
        <b>
          {place.city_name} {place.iata_code}
        </b>{' '}
        <span className="terminal">{[terminal && `Terminal ${terminal}`, note].filter(Boolean).join(', ')}</span>
        {children}
      </div>
    </li>
  )
}

/** Where the airport or the terminal changes, the wait says so. */
function layoverNote(arriving: Segment, leaving: Segment) {
  if (arriving.destination.iata_code !== leaving.origin.iata_code) {
    return `Change airports: ${arriving.destination.iata_code} to ${leaving.origin.iata_code}.`
  }
  const [from, to] = [arriving.destination_terminal, leaving.origin_terminal]
  return from && to && from !== to ? `Change from Terminal ${from} to Terminal ${to}.` : null
}

function nextDay(from: string, to: string) {
  const days = daysBetween(from, to)
  if (days === 0) return undefined
  return days === 1 ? 'arrives next day' : `arrives ${Math.abs(days)} days ${days > 0 ? 'later' : 'earlier'}`
}

/** The flights and waits of one direction in order, each time local to its airport. */
export function Timeline({ slice }: { slice: Slice }) {
  const waits = layovers(slice)
  const last = slice.segments.length - 1
  return (
    <List>
      {slice.segments.map((segment, index) => {
        const next = slice.segments[index + 1]
        const before = slice.segments[index - 1]
        const isNewDay = !before || daysBetween(before.arriving_at, segment.departing_at) !== 0
        return [
          <TimePoint
            key={`${segment.id}-out`}
            at={segment.departing_at}
            place={segment.origin}
            terminal={segment.origin_terminal}
            showsDay={isNewDay}
            className={index === 0 ? 'end' : undefined}
          >
            <FlightCard segment={segment} />
          </TimePoint>,
          <TimePoint
            key={`${segment.id}-in`}
            at={segment.arriving_at}
            place={segment.destination}
            terminal={segment.destination_terminal}
            showsDay={daysBetween(segment.departing_at, segment.arriving_at) !== 0}
            className={index === last ? 'end' : 'wait'}
            note={nextDay(segment.departing_at, segment.arriving_at)}
          >
            {next && (
              <Notice tone="warning" icon="clock" mt="3">
                <strong>
                  Layover {formatMinutes(waits[index]?.minutes)} in {segment.destination.city_name}.
                </strong>{' '}
                {layoverNote(segment, next)}
              </Notice>
            )}
          </TimePoint>,
        ]
      })}
    </List>
  )
}

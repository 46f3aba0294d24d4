'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { memo } from 'react'
import { RouteChart, routeChartStyles } from '@/components/offer/route-chart'
import type { Offer, Slice } from '@/lib/api/types'
import { formatJourneyDay, formatMinutes } from '@/lib/dates'
import { firstSegment, inbound, outbound, sliceMinutes } from '@/lib/flights'
import { routeName } from '@/lib/route-name'
import * as words from '@/messages/detail'
import * as flightWords from '@/messages/lib/flights'

const Root = chakra('section', {
  base: {
    position: 'relative',
    isolation: 'isolate',
    overflow: 'hidden',
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'space-between',
    gap: '5',
    minH: { base: '20rem', md: '15.5rem' },
    p: { base: '4', md: '6' },
    bg: 'deep',
    color: 'deep.fg',
    borderRadius: 'lg',
    '& h1': { color: 'deep.fg', maxW: '14em' },
    // The drawing has so much of the right side, the names of its places included.
    '& > div, & > dl': { maxW: { md: 'max(12rem, calc(100% - 22.75rem))' } },
    // Where the map comes near on narrow screens, its dots keep off the letters.
    '& .meta, & dl': { textShadow: '0 0 0.375rem {colors.deep}, 0 0 0.75rem {colors.deep}' },
    '& .meta': { mt: '2', textStyle: 'sm', color: 'deep.muted' },
    '& dl': { display: 'flex', flexWrap: 'wrap', gap: '0.5rem 1.5rem', textStyle: 'xs', color: 'deep.muted' },
    '& dd': { fontSize: 'md', fontWeight: 'semibold', color: 'deep.fg', fontVariantNumeric: 'tabular-nums' },
    '& dd small': { display: 'block', textStyle: 'xs', fontWeight: 'normal', color: 'deep.muted' },
    ...routeChartStyles,
  },
})

const placesOf = (slice: Slice) => [slice.origin, ...slice.segments.map((segment) => segment.destination)]

const stopsOf = ({ segments }: Slice) => segments.slice(0, -1).map(({ destination }) => destination.city_name)

/** "Dublin and Madrid" */
const inOrder = (cities: readonly string[]) => cities.reduce((places, next) => words.andPlace({ places, next }))

/** What the map shows of one direction, in words. */
function Direction({ label, slice }: { label: string; slice: Slice }) {
  const via = stopsOf(slice)
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {formatMinutes(sliceMinutes(slice))}
        <small>{via.length === 0 ? words.nonstop : words.via({ places: inOrder(via) })}</small>
      </dd>
    </div>
  )
}

/** The head of the page: where to, when, how long. A map takes its time: it is drawn again for another offer alone. */
export const RouteMap = memo(function RouteMap({ offer }: { offer: Offer }) {
  const [out, back] = [outbound(offer), inbound(offer)]
  if (!out) return null
  const count = offer.passengers.length
  const dayOf = (slice: Slice) => formatJourneyDay(firstSegment(slice)?.departing_at)
  return (
    <Root data-deep="">
      <RouteChart places={placesOf(out)} back={back && placesOf(back)} />
      <div>
        <h1>{routeName(out.origin, out.destination)}</h1>
        <p className="meta">
          {back
            ? words.daysOfRoundTrip({ day: dayOf(out), dayBack: dayOf(back), count })
            : words.dayOfOneWay({ day: dayOf(out), count })}
        </p>
      </div>
      <dl>
        <Direction label={flightWords.outbound} slice={out} />
        {back && <Direction label={flightWords.wayBack} slice={back} />}
      </dl>
    </Root>
  )
})

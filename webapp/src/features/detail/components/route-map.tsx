'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { RouteChart, routeChartStyles } from '@/components/offer/route-chart'
import type { Offer } from '@/lib/api/types'
import { formatDay, formatMinutes } from '@/lib/dates'
import { firstSegment, inbound, outbound, sliceMinutes } from '@/lib/flights'

const Root = chakra('section', {
  base: {
    position: 'relative',
    isolation: 'isolate',
    overflow: 'hidden',
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'space-between',
    gap: '5',
    minH: { base: '17rem', md: '15.5rem' },
    p: { base: '4', md: '6' },
    bg: 'deep',
    color: 'deep.fg',
    borderRadius: 'lg',
    '& h1': { color: 'deep.fg', maxW: '14em' },
    '& .meta': { mt: '2', textStyle: 'sm', color: 'deep.muted' },
    '& dl': { display: 'flex', flexWrap: 'wrap', gap: '0.5rem 1.5rem', textStyle: 'xs', color: 'deep.muted' },
    '& dd': { fontSize: 'md', fontWeight: 'semibold', color: 'deep.fg', fontVariantNumeric: 'tabular-nums' },
    ...routeChartStyles,
  },
})

/** The head of the page: where to, when, how long. */
export function RouteMap({ offer }: { offer: Offer }) {
  const [out, back] = [outbound(offer), inbound(offer)]
  if (!out) return null
  const count = offer.passengers.length
  const leaves = formatDay(firstSegment(out)?.departing_at)
  return (
    <Root data-deep="">
      <RouteChart places={[out.origin, ...out.segments.map((segment) => segment.destination)]} />
      <div>
        <h1>
          {out.origin.city_name} to {out.destination.city_name}
        </h1>
        <p className="meta">
          {back ? `${leaves} to ${formatDay(firstSegment(back)?.departing_at)}` : leaves}, {count}{' '}
          {count === 1 ? 'passenger' : 'passengers'}
        </p>
      </div>
      <dl>
        <div>
          <dt>Outbound</dt>
          <dd>{formatMinutes(sliceMinutes(out))}</dd>
        </div>
        {back && (
          <div>
            <dt>Return</dt>
            <dd>{formatMinutes(sliceMinutes(back))}</dd>
          </div>
        )}
      </dl>
    </Root>
  )
}

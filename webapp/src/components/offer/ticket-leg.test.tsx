import { readFileSync } from 'node:fs'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { place, segment, slice, sliceWithStop } from '@/testing/offers'
import { setup } from '@/testing/render'
import { TicketLeg } from './ticket-leg'

interface Case {
  about: string
  duration: string | null
  flights: { from: string; departs: string; to: string; arrives: string; duration: string }[]
  departure: string
  arrival: string
  line: string
}

const timelines: Case[] = JSON.parse(readFileSync('../svc-booking/src/itinerary_pdf/timelines.json', 'utf8'))

/** "07:25 +1 LHR" */
function pointOf(point: Element) {
  const parts = [
    point.querySelector('b')?.firstChild,
    point.querySelector('sup [aria-hidden]'),
    point.querySelector('strong'),
  ]
  return parts.flatMap((part) => part?.textContent ?? []).join(' ')
}

const inSentence = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

test('s163 a wait is one word to the line breaker', () => {
  setup(<TicketLeg slice={sliceWithStop()} />)

  expect(screen.getByText('1 stop').parentElement?.textContent).toBe('1 stop, DUB\u00a01h\u00a055m')
})

test.each(timelines)('page and PDF have one timeline: $about', ({ duration, flights, departure, arrival, line }) => {
  const segments = flights.map((flight, index) =>
    segment({
      id: `seg_${index}`,
      origin: place(flight.from),
      departing_at: flight.departs,
      destination: place(flight.to),
      arriving_at: flight.arrives,
      duration: flight.duration,
    }),
  )
  const { container } = setup(<TicketLeg slice={slice({ duration, segments })} />)

  expect([...container.querySelectorAll('.point')].map(pointOf)).toEqual([departure, arrival])
  const stops = container.querySelector('.stops')?.textContent?.replaceAll('\u00a0', ' ') ?? ''
  expect(`${container.querySelector('.hop p')?.textContent}, ${inSentence(stops)}`).toBe(line)
})

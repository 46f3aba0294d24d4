'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import type { Slice } from '@/lib/api/types'
import * as words from '@/messages/booking/confirmation'

const Root = chakra('ol', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(3, 1fr)' },
    gap: '6',
    mt: '6',
    '& li': { position: 'relative', pt: { md: '6' }, ps: { base: '7', md: '0' } },
    '& li::before': {
      content: '""',
      position: 'absolute',
      insetStart: { base: '0.375rem', md: '0' },
      insetEnd: { md: '-1.5rem' },
      top: { base: '0.5rem', md: '0.375rem' },
      bottom: { base: '-1.5rem', md: 'auto' },
      borderTop: { md: '2px solid {colors.line}' },
      borderStart: { base: '2px solid {colors.line}', md: '0' },
    },
    '& li:last-child::before': { insetEnd: '0', bottom: '0' },
    '& li::after': {
      content: '""',
      position: 'absolute',
      insetStart: '0',
      top: { base: '0.3125rem', md: '0' },
      boxSize: '3.5',
      borderRadius: 'full',
      bg: 'canvas',
      border: '2px solid {colors.route}',
    },
    '& p': { textStyle: 'sm', color: 'fg.muted' },
  },
})

type Step = [title: string, text: string]

/** Three hours for a flight that crosses a border, two for one that does not. */
function stepsOf(slices: readonly Slice[]): Step[] {
  const isInternational = slices.some(({ origin, destination }) => origin.country_code !== destination.country_code)
  return [
    [words.nextTickets, words.nextMail],
    [words.nextCheckIn, words.nextCheckInWhen],
    [words.nextAirport, isInternational ? words.nextAirportInternational : words.nextAirportDomestic],
  ]
}

/** No airline knows of a test: there is no ticket to send, nothing to check in and nowhere to be. */
const testSteps: Step[] = [
  [words.nextTest, words.nextMail],
  [words.nextTestCheckIn, words.nextTestCheckInWhy],
]

interface Props {
  slices: readonly Slice[]
  isTest: boolean
}

export function NextSteps({ slices, isTest }: Props) {
  const steps = isTest ? testSteps : stepsOf(slices)
  return (
    <section aria-labelledby="next-steps">
      <h2 id="next-steps">{words.nextTitle}</h2>
      <Root>
        {steps.map(([title, text]) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </Root>
    </section>
  )
}

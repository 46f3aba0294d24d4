import { chakra } from '@chakra-ui/react/styled-system'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardTitle } from '@/components/ui/card-title'
import { Row } from '@/components/ui/layout'
import type { Booking } from '../hooks/use-booking'
import { seatWordsOf } from '../lib/chosen-seats'
import { ticketNote } from '../lib/names'

const People = chakra('ul', {
  base: {
    display: 'grid',
    gap: '2',
    mt: '3',
    textStyle: 'sm',
    '& b': { display: 'block', color: 'ink', overflowWrap: 'anywhere' },
    '& span': { color: 'fg.muted' },
  },
})

/** Whose tickets are paid for, and the ways back to change them. Everything typed stays. */
export function WhoTravels({ booking }: { booking: Booking }) {
  const { offer, party, passengers, seats, payment, go } = booking
  const edit = { size: 'sm', variant: 'ghost', disabled: payment.isHeld } as const
  return (
    <Card as="section" padded aria-labelledby="who-travels">
      <Row justifyContent="space-between" flexWrap="wrap">
        <CardTitle id="who-travels">Passengers and seats</CardTitle>
        <Row gap="0">
          <Button {...edit} onClick={() => go('passengers')}>
            Edit passengers
          </Button>
          <Button {...edit} onClick={() => go('seats')}>
            Edit seats
          </Button>
        </Row>
      </Row>
      <People>
        {passengers?.map(({ firstName, lastName }, index) => {
          const member = party[index]
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a party keeps its order, and two may share a name.
            <li key={index}>
              <b>
                {firstName} {lastName}
              </b>
              <span>
                {[ticketNote(firstName, lastName), member && seatWordsOf(offer, seats, member)]
                  .filter(Boolean)
                  .join('. ')}
              </span>
            </li>
          )
        })}
      </People>
    </Card>
  )
}

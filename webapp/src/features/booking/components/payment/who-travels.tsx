import { chakra } from '@chakra-ui/react/styled-system'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardTitle } from '@/components/ui/card-title'
import { Row } from '@/components/ui/layout'
import { usePaymentStep, useTrip } from '../../hooks/booking-contexts'
import { seatWordsOf } from '../../lib/chosen-seats'
import { ticketNote } from '../../lib/names'

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

/** Who travels and where the tickets go, and the ways back to change it. Everything typed stays. */
export function WhoTravels() {
  const { offer, party, passengers, seats, go } = useTrip()
  const { isHeld } = usePaymentStep()
  const email = passengers?.[0]?.email
  const edit = { size: 'sm', variant: 'ghost', disabled: isHeld } as const
  return (
    <Card as="section" padded aria-labelledby="who-travels">
      <Row justifyContent="space-between" flexWrap="wrap">
        <CardTitle id="who-travels">Passengers and seats</CardTitle>
        <Row gap="2">
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
      {email && (
        <chakra.p mt="3" textStyle="sm" color="fg.muted" overflowWrap="anywhere">
          Tickets go to <chakra.b color="ink">{email}</chakra.b>
        </chakra.p>
      )}
    </Card>
  )
}

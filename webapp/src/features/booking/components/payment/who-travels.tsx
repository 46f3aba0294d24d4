import { chakra } from '@chakra-ui/react/styled-system'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardTitle } from '@/components/ui/card-title'
import { Row } from '@/components/ui/layout'
import { piecesInWords } from '@/lib/bags'
import * as words from '@/messages/booking/payment'
import * as travelerWords from '@/messages/lib/travelers'
import { useBags, usePaymentStep, useTrip } from '../../hooks/booking-contexts'
import { seatWordsOf } from '../../lib/chosen-seats'
import { adultNameOf } from '../../lib/laps'
import { ticketWords } from '../../lib/names'

const People = chakra('ul', {
  base: {
    display: 'grid',
    gap: '2',
    mt: '3',
    textStyle: 'sm',
    '& b': { display: 'block', color: 'ink', overflowWrap: 'anywhere' },
    '& span': { display: 'block', color: 'fg.muted' },
  },
})

/** Who travels and where the tickets go, and the ways back to change it. Everything typed stays. */
export function WhoTravels() {
  const { offer, party, passengers, seats, bags, go } = useTrip()
  const { isHeld } = usePaymentStep()
  const { sold } = useBags()
  const email = passengers?.[0]?.email
  const edit = { size: 'sm', variant: 'ghost', disabled: isHeld } as const
  return (
    <Card as="section" padded aria-labelledby="who-travels">
      <Row justifyContent="space-between" flexWrap="wrap">
        <CardTitle id="who-travels">{words.travelersTitle}</CardTitle>
        <Row gap="2" flexWrap="wrap" mx="-3">
          <Button {...edit} onClick={() => go('passengers')}>
            {sold.length > 0 ? words.editPassengersAndBags : words.editPassengers}
          </Button>
          <Button {...edit} onClick={() => go('seats')}>
            {words.editSeats}
          </Button>
        </Row>
      </Row>
      <People>
        {passengers?.map(({ firstName, lastName }, index, all) => {
          const member = party[index]
          const adult = adultNameOf(index, party, all)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a party keeps its order, and two may share a name.
            <li key={index}>
              <b>
                {firstName} {lastName}
              </b>
              <span>{ticketWords(firstName, lastName)}</span>
              <span>
                {adult ? travelerWords.onLapOf({ name: adult }) : member && seatWordsOf(offer, seats, member)}
              </span>
              {bags
                .filter(({ traveler }) => traveler === index)
                .map((bag) => (
                  <span key={bag.serviceId}>{piecesInWords(offer.slices, bag)}</span>
                ))}
            </li>
          )
        })}
      </People>
      {email && (
        <chakra.p mt="3" textStyle="sm" color="fg.muted" overflowWrap="anywhere">
          {words.ticketsTo({ email, address: (text) => <chakra.b color="ink">{text}</chakra.b> })}
        </chakra.p>
      )}
    </Card>
  )
}

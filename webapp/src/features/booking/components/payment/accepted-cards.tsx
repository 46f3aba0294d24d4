import { Badge } from '@/components/ui/badge'
import { Row, Text } from '@/components/ui/layout'
import * as words from '@/messages/booking/payment'
import { acceptedNetworks } from '../../lib/card'

/** Told before anything is typed. */
export const AcceptedCards = () => (
  <Row gap="2" flexWrap="wrap" px={{ base: '4', md: '6' }} pt={{ base: '4', md: '6' }}>
    <Text w={{ base: 'full', md: 'auto' }} textStyle="xs" color="fg.muted">
      {words.accepted}
    </Text>
    {acceptedNetworks.map((name) => (
      <Badge key={name} variant="outline">
        {name}
      </Badge>
    ))}
  </Row>
)

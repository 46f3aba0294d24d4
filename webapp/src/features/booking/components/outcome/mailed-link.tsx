import { GuestLinkForm } from '@/components/trip/guest-link-form'
import { Card } from '@/components/ui/card'
import { Text } from '@/components/ui/layout'
import * as words from '@/messages/booking/outcome'

/** The way to a confirmed booking from any browser. */
export const MailedLink = () => (
  <Card as="section" padded mt="6" aria-label={words.mailedLinkLabel}>
    <Text mb="5" color="fg.muted">
      {words.mailedLinkReference}
    </Text>
    <GuestLinkForm />
  </Card>
)

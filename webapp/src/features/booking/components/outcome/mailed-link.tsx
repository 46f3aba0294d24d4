import { GuestLinkForm } from '@/components/trip/guest-link-form'
import { Card } from '@/components/ui/card'
import { Text } from '@/components/ui/layout'

/** The way to a confirmed booking from any browser. */
export const MailedLink = () => (
  <Card as="section" padded mt="6" aria-label="A link to your booking">
    <Text mb="5" color="fg.muted">
      Your booking reference is in your confirmation e-mail.
    </Text>
    <GuestLinkForm />
  </Card>
)

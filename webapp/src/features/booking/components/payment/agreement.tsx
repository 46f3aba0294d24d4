import { AppLink } from '@/components/ui/app-link'
import { Hidden, Text } from '@/components/ui/layout'
import { routes } from '@/lib/routes'
import * as words from '@/messages/booking/payment'

/** In a tab of its own: the card that is typed here would be lost. */
const aside = (href: string) => (text: string) => (
  <AppLink href={href} target="_blank" prefetch={false}>
    {text}
    <Hidden> {words.opensInNewTab}</Hidden>
  </AppLink>
)

/** What the button beneath agrees to. */
export const Agreement = () => (
  <Text textStyle="xs" color="fg.muted">
    {words.agreement({ terms: aside(routes.terms), policy: aside(routes.bookingPolicy) })}
  </Text>
)

import type { ReactNode } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { Hidden, Text } from '@/components/ui/layout'
import { routes } from '@/lib/routes'

/** In a tab of its own: the card that is typed here would be lost. */
const Aside = ({ href, children }: { href: string; children: ReactNode }) => (
  <AppLink href={href} target="_blank" prefetch={false}>
    {children}
    <Hidden> (opens in a new tab)</Hidden>
  </AppLink>
)

/** What the button beneath agrees to. */
export const Agreement = () => (
  <Text textStyle="xs" color="fg.muted">
    By paying you agree to our <Aside href={routes.terms}>terms</Aside> and{' '}
    <Aside href={routes.bookingPolicy}>cancellation policy</Aside>.
  </Text>
)

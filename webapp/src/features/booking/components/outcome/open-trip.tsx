import type { ComponentProps } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { useCurrentUser } from '@/lib/api/current-user'
import { routes, withQuery } from '@/lib/routes'
import * as words from '@/messages/booking/outcome'

interface Props extends Pick<ComponentProps<typeof ButtonLink>, 'size'> {
  bookingId: string
  /** The booking made an account and signed it in: the header may not know yet. */
  hasAccount?: boolean
}

/** The way to the trip: for guests its own page, which their session may open, because My Trips asks them to sign in. */
export function OpenTrip({ bookingId, hasAccount = false, size }: Props) {
  const { user } = useCurrentUser()
  const isListed = hasAccount || Boolean(user)
  return (
    <ButtonLink href={isListed ? routes.myTrips : withQuery(routes.trip, { id: bookingId })} size={size}>
      {isListed ? words.viewTrips : words.viewTrip}
    </ButtonLink>
  )
}

import { AppLink } from '@/components/ui/app-link'
import { ButtonLink } from '@/components/ui/button'
import { Container } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { Void } from '@/components/ui/void'

/** Above an offer that this browser has booked: the way to that booking, instead of a second one. */
export const BookedNotice = ({ bookHref }: { bookHref: string }) => (
  <Container pt="4">
    <Notice tone="success" role="status">
      <strong>You have booked this offer.</strong>{' '}
      <AppLink href={bookHref} prefetch={false}>
        See your booking
      </AppLink>
    </Notice>
  </Container>
)

/** In the place of an offer that is gone because this browser has booked it. */
export const OwnBooking = ({ bookHref, backHref }: { bookHref: string; backHref: string }) => (
  <Void
    drawing="unfinished"
    title="You have booked this flight"
    level={1}
    role="status"
    actions={
      <>
        <ButtonLink href={bookHref}>See your booking</ButtonLink>
        <ButtonLink href={backHref} variant="outline">
          Back to Search Results
        </ButtonLink>
      </>
    }
  />
)

/** In the place of an offer whose booking has no end yet. */
export const OpenOrder = ({ bookHref }: { bookHref: string }) => (
  <Void
    drawing="unfinished"
    title="You have sent a booking of this flight"
    level={1}
    role="status"
    actions={<ButtonLink href={bookHref}>See your booking</ButtonLink>}
  >
    <p>
      We don’t know yet whether it went through. <strong>Please do not book again.</strong>
    </p>
  </Void>
)

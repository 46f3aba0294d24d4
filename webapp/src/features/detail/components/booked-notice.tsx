import { AppLink } from '@/components/ui/app-link'
import { ButtonLink } from '@/components/ui/button'
import { Container } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { strong } from '@/components/ui/strong'
import { Void } from '@/components/ui/void'
import * as tripWords from '@/messages/components/trip/earlier'
import * as words from '@/messages/detail'
import * as buttons from '@/messages/lib/buttons'

/** Above an offer that this browser has booked: the way to that booking, instead of a second one. */
export const BookedNotice = ({ bookHref }: { bookHref: string }) => (
  <Container pt="4">
    <Notice tone="success" role="status">
      <strong>{words.bookedOffer}</strong>{' '}
      <AppLink href={bookHref} prefetch={false}>
        {tripWords.seeBooking}
      </AppLink>
    </Notice>
  </Container>
)

/** In the place of an offer that is gone because this browser has booked it. */
export const OwnBooking = ({ bookHref, backHref }: { bookHref: string; backHref: string }) => (
  <Void
    drawing="unfinished"
    title={words.bookedFlight}
    level={1}
    role="status"
    actions={
      <>
        <ButtonLink href={bookHref}>{tripWords.seeBooking}</ButtonLink>
        <ButtonLink href={backHref} variant="outline">
          {buttons.backToResults}
        </ButtonLink>
      </>
    }
  />
)

/** In the place of an offer whose booking has no end yet. */
export const OpenOrder = ({ bookHref }: { bookHref: string }) => (
  <Void
    drawing="unfinished"
    title={words.sentBooking}
    level={1}
    role="status"
    actions={<ButtonLink href={bookHref}>{tripWords.seeBooking}</ButtonLink>}
  >
    <p>{words.outcomeUnknown({ strong })}</p>
  </Void>
)

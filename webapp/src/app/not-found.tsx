import { ButtonLink } from '@/components/ui/button'
import { Container } from '@/components/ui/layout'
import { Void } from '@/components/ui/void'
import { routes } from '@/lib/routes'
import * as words from '@/messages/app/errors'
import * as layoutWords from '@/messages/components/layout'
import * as buttons from '@/messages/lib/buttons'

export default function NotFound() {
  return (
    <Container py="10">
      <Void
        drawing="unfinished"
        title={words.notFound}
        level={1}
        actions={
          <>
            <ButtonLink href={routes.home}>{buttons.searchFlights}</ButtonLink>
            <ButtonLink href={routes.myTrips} variant="outline">
              {layoutWords.myTrips}
            </ButtonLink>
          </>
        }
      >
        <p>{words.notFoundWhy}</p>
      </Void>
    </Container>
  )
}

import { ButtonLink } from '@/components/ui/button'
import { Container } from '@/components/ui/layout'
import { Void } from '@/components/ui/void'
import { routes } from '@/lib/routes'

export default function NotFound() {
  return (
    <Container py="10">
      <Void
        drawing="unfinished"
        title="404 Page Not Found"
        level={1}
        actions={
          <>
            <ButtonLink href={routes.home}>Search Flights</ButtonLink>
            <ButtonLink href={routes.myTrips} variant="outline">
              My Trips
            </ButtonLink>
          </>
        }
      >
        <p>We couldn't find that page. It may have moved, or the link may be broken.</p>
      </Void>
    </Container>
  )
}

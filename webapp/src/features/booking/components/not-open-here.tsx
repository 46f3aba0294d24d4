import { ButtonLink } from '@/components/ui/button'
import { Container } from '@/components/ui/layout'
import { Void } from '@/components/ui/void'
import { routes } from '@/lib/routes'
import { MailedLink } from './mailed-link'

/** A booking that this browser may not read: nobody here can say what became of it. */
export function NotOpenHere() {
  return (
    <Container py="10" maxW="44rem">
      <Void
        drawing="unfinished"
        title="This booking is not open in this browser"
        level={1}
        role="alert"
        actions={
          <ButtonLink href={routes.login} variant="outline">
            Sign In
          </ButtonLink>
        }
      >
        <p>
          You are signed out, or its cookie is gone, so this page cannot say what became of it.{' '}
          <strong>Please look before you book again:</strong> sign in if you were, or have a link to it mailed.
        </p>
      </Void>
      <MailedLink />
    </Container>
  )
}

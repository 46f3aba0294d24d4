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
          You may be signed out, so we can’t show you whether it went through.{' '}
          <strong>Please check before you book again:</strong> sign in, or get a link by e-mail.
        </p>
      </Void>
      <MailedLink />
    </Container>
  )
}

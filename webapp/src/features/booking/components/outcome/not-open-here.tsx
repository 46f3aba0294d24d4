import { ButtonLink } from '@/components/ui/button'
import { Container } from '@/components/ui/layout'
import { strong } from '@/components/ui/strong'
import { Void } from '@/components/ui/void'
import { routes } from '@/lib/routes'
import * as words from '@/messages/booking/outcome'
import * as buttons from '@/messages/lib/buttons'
import { MailedLink } from './mailed-link'

/** A booking that this browser may not read: nobody here can say what became of it. */
export function NotOpenHere() {
  return (
    <Container py="10" maxW="44rem">
      <Void
        drawing="unfinished"
        title={words.notOpenTitle}
        level={1}
        role="alert"
        actions={
          <ButtonLink href={routes.login} variant="outline">
            {buttons.signIn}
          </ButtonLink>
        }
      >
        <p>{words.notOpen({ strong })}</p>
      </Void>
      <MailedLink />
    </Container>
  )
}

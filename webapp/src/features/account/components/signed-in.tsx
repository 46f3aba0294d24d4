'use client'
import { Button, ButtonLink } from '@/components/ui/button'
import { Stack } from '@/components/ui/layout'
import { logOut } from '@/lib/api/current-user'
import type { User } from '@/lib/api/types'
import { routes } from '@/lib/routes'
import { withBrand } from '@/lib/use-navigate'
import * as words from '@/messages/account/signed-in'
import * as layoutWords from '@/messages/components/layout'
import { AccountFrame } from './account-frame'

/** In place of a form that a signed-in visitor has no use for. */
export function SignedIn({ user }: { user: User }) {
  const name = `${user.firstName} ${user.lastName}`.trim() || user.username
  return (
    <AccountFrame title={words.title} lead={words.lead({ name, email: user.email })} footer={<p>{words.notYou}</p>}>
      <Stack gap="3">
        <ButtonLink href={routes.myTrips} size="lg" block>
          {layoutWords.myTrips}
        </ButtonLink>
        <Button variant="outline" size="lg" block onClick={() => void logOut(withBrand(routes.home))}>
          {layoutWords.logOut}
        </Button>
      </Stack>
    </AccountFrame>
  )
}

'use client'
import { Dialog } from '@chakra-ui/react/dialog'
import { Portal } from '@chakra-ui/react/portal'
import { chakra } from '@chakra-ui/react/styled-system'
import { AppLink } from '@/components/ui/app-link'
import { Button, ButtonLink } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { InertBehind } from '@/components/ui/inert-behind'
import { Row, Stack } from '@/components/ui/layout'
import { telHref } from '@/components/ui/phone-link'
import { logOut, useCurrentUser } from '@/lib/api/current-user'
import type { User } from '@/lib/api/types'
import { routes } from '@/lib/routes'
import { useBackCloses } from '@/lib/use-back-closes'
import { withBrand } from '@/lib/use-navigate'
import * as words from '@/messages/components/layout'
import { useBrand } from '@/providers/brand-provider'
import { accountLinks } from './account-menu'
import { BrandLogo } from './brand-logo'
import { guestLinks, mainLinks } from './main-links'

const lineStyle = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  minH: '13',
  px: '2',
  borderBottom: '1px solid {colors.line}',
  color: 'ink',
  fontSize: 'lg',
  fontWeight: 'semibold',
  textDecoration: 'none',
  '& svg': { color: 'link' },
} as const
const LineLink = chakra(AppLink, { base: lineStyle })
const LineAnchor = chakra('a', { base: lineStyle })

function SignedIn({ user, onClose }: { user: User; onClose: () => void }) {
  const leave = () => {
    onClose()
    void logOut(withBrand(routes.home))
  }
  return (
    <Stack gap="3" mt="auto" pt="6">
      <div>
        <strong>{`${user.firstName} ${user.lastName}`.trim() || user.username}</strong>
        <chakra.p textStyle="sm" color="fg.muted" overflowWrap="anywhere">
          {user.email}
        </chakra.p>
      </div>
      <Button variant="secondary" block onClick={leave}>
        {words.signOut}
      </Button>
    </Stack>
  )
}

function SignedOut() {
  return (
    <Stack gap="2" mt="auto" pt="6">
      <ButtonLink href={routes.login} block>
        {words.logIn}
      </ButtonLink>
      <ButtonLink href={routes.register} variant="secondary" block>
        {words.signUp}
      </ButtonLink>
    </Stack>
  )
}

function Lines({ user }: { user: User | null | undefined }) {
  const { contact } = useBrand()
  const inMain = new Set<string>(mainLinks.map((link) => link.href))
  const more = user ? accountLinks(user).filter((link) => !inMain.has(link.href)) : guestLinks
  return (
    <nav aria-label={words.menu}>
      {[...mainLinks, ...more].map(({ href, label }) => (
        <LineLink key={label} href={href} prefetch={false}>
          {label}
          <Icon name="chevron-right" size="sm" />
        </LineLink>
      ))}
      {contact.phone && (
        <LineAnchor href={telHref(contact.phone)}>
          {words.callNow}
          <Icon name="phone" size="sm" />
        </LineAnchor>
      )}
    </nav>
  )
}

/** The phone's menu. Any link in it closes it, and so does leaving the account. */
export function Drawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { user } = useCurrentUser()
  useBackCloses(isOpen, onClose)
  return (
    <Dialog.Root open={isOpen} onOpenChange={(event) => !event.open && onClose()} placement={'menu' as never}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content
            aria-label={words.menu}
            // The focus comes round to the top without a scroll of its own.
            onFocus={({ target }) => target.scrollIntoView({ block: 'nearest' })}
            onClick={(event) => {
              if ((event.target as Element).closest('a')) onClose()
            }}
          >
            <InertBehind isOpen={isOpen} />
            <Row justifyContent="space-between">
              <BrandLogo />
              <Dialog.CloseTrigger asChild>
                <Button variant="ghost" size="icon" aria-label={words.closeMenu}>
                  <Icon name="close" />
                </Button>
              </Dialog.CloseTrigger>
            </Row>
            <Lines user={user} />
            {user ? <SignedIn user={user} onClose={onClose} /> : <SignedOut />}
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}

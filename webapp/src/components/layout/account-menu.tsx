'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { useRef, useState } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { ButtonLink } from '@/components/ui/button'
import { Icon, type IconName } from '@/components/ui/icon'
import { Popover, useDismiss } from '@/components/ui/popover'
import { logOut, useCurrentUser } from '@/lib/api/current-user'
import type { User } from '@/lib/api/types'
import { routes } from '@/lib/routes'
import { withBrand } from '@/lib/use-navigate'
import * as words from '@/messages/components/layout'

export const initialOf = (user: Pick<User, 'firstName' | 'username'>) =>
  (user.firstName?.trim() || user.username?.trim() || words.unknownInitial).charAt(0).toUpperCase()

/** Where a signed-in visitor may go; the drawer shows the same. */
export const accountLinks = (user: User): { href: string; label: string; icon: IconName }[] => [
  { href: routes.accountSettings, label: words.myAccount, icon: 'user' },
  { href: routes.myTrips, label: words.myTrips, icon: 'plane' },
  { href: routes.watchedPrices, label: words.watchedPrices, icon: 'bell' },
  { href: routes.accountSettings, label: words.accountSettings, icon: 'settings' },
  ...(user.isAdmin ? [{ href: routes.adminSettings, label: words.adminSettings, icon: 'shield' as const }] : []),
]

const Avatar = chakra('button', {
  base: {
    display: 'grid',
    placeItems: 'center',
    boxSize: '11',
    borderRadius: 'full',
    bg: 'tint.strong',
    color: 'ink',
    fontWeight: 'semibold',
    cursor: 'pointer',
  },
})

const itemStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  w: 'full',
  minH: '11',
  px: '3',
  borderRadius: 'md',
  color: 'fg',
  fontSize: 'label',
  textDecoration: 'none',
  cursor: 'pointer',
  _hover: { bg: 'tint' },
} as const
const ItemLink = chakra(AppLink, { base: itemStyle })
const ItemButton = chakra('button', { base: itemStyle })

function Menu({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const close = () => setOpen(false)
  useDismiss(root, isOpen, close)
  return (
    <chakra.div position="relative" ref={root}>
      <Avatar type="button" aria-label={words.account} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {initialOf(user)}
      </Avatar>
      {isOpen && (
        <Popover aria-label={words.account} top="calc(100% + 0.5rem)" insetEnd="0" w="15rem" p="2">
          {accountLinks(user).map((link) => (
            <ItemLink key={link.label} href={link.href} onClick={close}>
              <Icon name={link.icon} />
              {link.label}
            </ItemLink>
          ))}
          <ItemButton type="button" onClick={() => void logOut(withBrand(routes.home))}>
            <Icon name="log-out" />
            {words.logOut}
          </ItemButton>
        </Popover>
      )}
    </chakra.div>
  )
}

// Which of the two is likely, the head's script has said before the first frame.
const ForGuest = chakra('div', {
  base: { display: 'flex', gap: '2', '&[data-unsure]': { 'html[data-user] &': { display: 'none' } } },
})
const LikelyUser = chakra('span', {
  base: {
    display: 'none',
    boxSize: '11',
    borderRadius: 'full',
    bg: 'tint.strong',
    'html[data-user] &': { display: 'block' },
  },
})

/** Log In and Sign Up for a guest, the avatar's menu for a user; until it is known what is likely, at its final size. */
export function AccountMenu() {
  const { user } = useCurrentUser()
  if (user) return <Menu user={user} />
  const isUnsure = user === undefined
  return (
    <>
      <ForGuest data-unsure={isUnsure ? '' : undefined}>
        <ButtonLink href={routes.login} variant="ghost">
          {words.logIn}
        </ButtonLink>
        <ButtonLink href={routes.register} variant="secondary">
          {words.signUp}
        </ButtonLink>
      </ForGuest>
      {isUnsure && <LikelyUser aria-hidden="true" />}
    </>
  )
}

'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import dynamic from 'next/dynamic'
import { usePathname } from 'next/navigation'
import { useState } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { Button, ButtonAnchor } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Container } from '@/components/ui/layout'
import { telHref } from '@/components/ui/phone-link'
import { routes } from '@/lib/routes'
import * as words from '@/messages/components/layout'
import { useBrand } from '@/providers/brand-provider'
import { AccountMenu } from './account-menu'
import { BrandLogo } from './brand-logo'
import { mainLinks } from './main-links'
import { OfflineStrip } from './offline-strip'
import { useScrolled } from './use-scrolled'

const Drawer = dynamic(() => import('./drawer').then((module) => module.Drawer), { ssr: false })

// Its height never depends on the scroll position: another height would move the page, and with it the position.
const Root = chakra('header', {
  base: {
    position: 'sticky',
    top: '0',
    zIndex: 'header',
    bg: 'surface',
    borderBottom: '1px solid {colors.line}',
    transition: 'box-shadow 200ms',
    '&[data-scrolled]': { shadow: 'hover' },
    '& > div': {
      display: 'flex',
      alignItems: 'center',
      gap: { base: '3', lg: '8' },
      minH: { base: '3.5rem', md: '3.75rem' },
    },
    '& .wide': { display: { base: 'none', md: 'flex' }, alignItems: 'center', gap: { base: '1', lg: '2' } },
    '& div.wide > a': { px: { md: '3', lg: '5' } },
    // Between phone and desk the phone button is its icon; the name stays for readers.
    '& .call span': { srOnly: { md: true, lg: false } },
    '& .narrow': { display: { base: 'inline-flex', md: 'none' }, ms: 'auto' },
  },
})

const Nav = chakra('nav', {
  base: {
    flex: '1',
    '& a': {
      display: 'flex',
      alignItems: 'center',
      minH: '11',
      px: { base: '1.5', lg: '3' },
      color: 'fg',
      textDecoration: 'none',
      fontSize: 'label',
      fontWeight: 'medium',
      whiteSpace: 'nowrap',
      borderRadius: 'md',
      _hover: { bg: 'tint' },
    },
    '& a[aria-current]': {
      color: 'ink',
      fontWeight: 'semibold',
      borderRadius: '0',
      boxShadow: 'inset 0 -2px 0 {colors.route}',
      _highContrast: { textDecoration: 'underline' },
    },
  },
})

/** The results, a flight and its booking belong to Flights as well, and are other pages than its own. */
function currentIn(pathname: string, href: string) {
  if (pathname === href) return 'page'
  const isFlights = pathname === routes.search || pathname === routes.booking || pathname.startsWith(routes.flight(''))
  return isFlights && href === routes.home ? true : undefined
}

export function Header() {
  const pathname = usePathname()
  const isScrolled = useScrolled()
  const { contact } = useBrand()
  const [isMenuOpen, setMenuOpen] = useState<boolean | null>(null)
  return (
    <Root data-scrolled={isScrolled ? '' : undefined}>
      <Container>
        <BrandLogo />
        <Nav className="wide" aria-label={words.mainLinks}>
          {mainLinks.map(({ href, label }) => (
            <AppLink key={href} href={href} prefetch={false} aria-current={currentIn(pathname, href)}>
              {label}
            </AppLink>
          ))}
        </Nav>
        <div className="wide">
          {contact.phone && (
            <ButtonAnchor className="call" variant="outline" href={telHref(contact.phone)}>
              <Icon name="phone" size="sm" />
              <span>{words.callNow}</span>
            </ButtonAnchor>
          )}
          <AccountMenu />
        </div>
        <Button
          className="narrow"
          variant="ghost"
          size="icon"
          aria-label={words.openMenu}
          onClick={() => setMenuOpen(true)}
        >
          <Icon name="menu" size="lg" />
        </Button>
      </Container>
      <OfflineStrip />
      {isMenuOpen !== null && <Drawer isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} />}
    </Root>
  )
}

'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { AppLink } from '@/components/ui/app-link'
import { Icon } from '@/components/ui/icon'
import { Container } from '@/components/ui/layout'
import { PhoneLink } from '@/components/ui/phone-link'
import { footer } from '@/content/footer'
import { formatOpeningHours } from '@/lib/opening-hours'
import { routes } from '@/lib/routes'
import { useHydrated } from '@/lib/use-hydrated'
import * as words from '@/messages/components/layout'
import { useBrand } from '@/providers/brand-provider'
import { BrandLogo } from './brand-logo'
import { SocialLinks } from './social-links'
import { SubscribeForm } from './subscribe-form'
import { ThemeSwitch } from './theme-switch'

const Root = chakra('footer', {
  base: {
    mt: { base: '12', md: '20' },
    bg: 'deep',
    color: 'deep.muted',
    textStyle: 'sm',
    '& h2': { fontSize: 'sm', letterSpacing: '0', color: 'deep.fg', mb: '2' },
    '& li a, & p a, & .fine a': {
      display: 'inline-flex',
      alignItems: 'center',
      minH: { base: '11', md: '8' },
      color: 'deep.muted',
      textDecoration: 'none',
      _hover: { color: 'deep.fg', textDecoration: 'underline' },
    },
    '& .columns': {
      display: 'grid',
      gridTemplateColumns: { base: '1fr 1fr', md: '1.7fr 1fr 1fr', lg: '1.7fr 1fr 1fr 1.5fr' },
      gap: { base: '8', md: '10' },
      pt: { base: '10', md: '16' },
      pb: { base: '6', md: '10' },
    },
    '& .wide': { gridColumn: { base: '1 / -1', lg: 'auto' } },
    '& .wide:first-of-type': { gridColumn: { md: 'auto' } },
    '& .fine': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '2 1.5rem',
      py: '5',
      borderTop: '1px solid {colors.deep.line}',
      textStyle: 'xs',
    },
    '& .fine nav': { display: 'flex', gap: '5' },
  },
})

const Badge = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    mt: '4',
    px: '3',
    py: '2',
    border: '1px solid {colors.deep.line}',
    borderRadius: 'md',
    color: 'deep.fg',
    textStyle: 'xs',
  },
})

interface FooterLink {
  href: string
  label: string
}

const help: FooterLink[] = [
  { href: routes.about, label: words.about },
  { href: routes.contact, label: words.contact },
  { href: routes.support, label: words.support },
  { href: routes.trip, label: words.findBooking },
  { href: routes.faq, label: words.faq },
  { href: routes.bookingPolicy, label: words.bookingPolicy },
]
const fees: FooterLink[] = [
  { href: routes.serviceFees, label: words.serviceFees },
  { href: routes.postTicketingFees, label: words.postTicketingFees },
]
const legal: FooterLink[] = [
  { href: routes.privacy, label: words.privacy },
  { href: routes.terms, label: words.terms },
  { href: routes.cookies, label: words.cookies },
]

function LinkList({ links }: { links: FooterLink[] }) {
  return (
    <ul>
      {links.map(({ href, label }) => (
        <li key={href}>
          <AppLink href={href} prefetch={false}>
            {label}
          </AppLink>
        </li>
      ))}
    </ul>
  )
}

function About() {
  const { contact, company } = useBrand()
  const hours = formatOpeningHours(contact.hours_phone)
  return (
    <div className="wide">
      <BrandLogo onDeep />
      <chakra.p mt="4" maxW="22rem">
        {footer.blurb}
      </chakra.p>
      <chakra.p mt="3" data-brand-text>
        {contact.phone && <PhoneLink phone={contact.phone} />}
        {contact.phone && hours && ' · '}
        {hours}
        {company.number && (
          <>
            <br />
            {words.companyNumber({ number: company.number })}
          </>
        )}
      </chakra.p>
      {company.accreditation && (
        <Badge data-brand-text>
          <Icon name="shield" />
          {words.accreditation({ number: company.accreditation })}
        </Badge>
      )}
      <SocialLinks />
    </div>
  )
}

/** Of the export's year at first, or the page would not be the one that was sent; then of the reader's. */
function Copyright() {
  const { name } = useBrand()
  const year = useHydrated() ? new Date().getFullYear() : (process.env.BUILD_YEAR ?? '')
  const brand = (text: string) => <span data-brand-text>{text}</span>
  return <span>{words.copyright({ year, name, note: footer.note, brand })}</span>
}

export function Footer() {
  return (
    <Root data-deep>
      <Container>
        <div className="columns">
          <About />
          <nav aria-label={words.help}>
            <h2>{words.help}</h2>
            <LinkList links={help} />
          </nav>
          <div>
            <nav aria-label={words.fees}>
              <h2>{words.fees}</h2>
              <LinkList links={fees} />
            </nav>
            <chakra.h2 mt="5">{footer.guarantee.title}</chakra.h2>
            <p>{footer.guarantee.text}</p>
          </div>
          <div className="wide">
            <SubscribeForm />
            <ThemeSwitch />
          </div>
        </div>
        <div className="fine">
          <Copyright />
          <nav aria-label={words.legal}>
            {legal.map(({ href, label }) => (
              <AppLink key={href} href={href} prefetch={false}>
                {label}
              </AppLink>
            ))}
          </nav>
        </div>
      </Container>
    </Root>
  )
}

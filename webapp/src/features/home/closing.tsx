'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { ButtonAnchor } from '@/components/ui/button'
import { Globe } from '@/components/ui/globe'
import { Text } from '@/components/ui/layout'
import { PhoneLink } from '@/components/ui/phone-link'
import * as words from '@/messages/home'
import * as buttons from '@/messages/lib/buttons'
import { useBrand } from '@/providers/brand-provider'
import { Section } from './section'

const Band = chakra('div', {
  base: {
    position: 'relative',
    isolation: 'isolate',
    overflow: 'hidden',
    px: { base: '5', md: '12' },
    py: { base: '8', md: '12' },
    bg: 'deep',
    color: 'deep.fg',
    borderRadius: 'xl',
    '& h2': { textStyle: 'h1', color: 'deep.fg', maxW: '15em' },
  },
})

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr', md: 'repeat(3, 1fr)', lg: 'repeat(5, 1fr)' },
    gap: { base: '2', md: '6' },
    mt: '8',
    fontSize: 'sm',
    '& > div': {
      display: { base: 'flex', md: 'block' },
      justifyContent: 'space-between',
      gap: '4',
      pt: { base: '2', md: '0' },
      borderTop: { base: '1px solid {colors.line}', md: '0' },
    },
    '& dt': { color: 'fg.muted' },
    '& dd': {
      color: 'ink',
      fontWeight: 'medium',
      textAlign: { base: 'end', md: 'start' },
      overflowWrap: 'anywhere',
      textWrap: 'balance',
    },
  },
})

/** The last call to the form, and who is behind the counter. */
export function Closing() {
  const { contact, company } = useBrand()
  const facts = [
    { term: words.businessName, detail: company.legal_name },
    { term: words.companyNumber, detail: company.number },
    { term: words.supportPhone, detail: contact.phone && <PhoneLink phone={contact.phone} /> },
    { term: words.email, detail: contact.email && <a href={`mailto:${contact.email}`}>{contact.email}</a> },
    { term: words.address, detail: contact.address },
  ].filter(({ detail }) => detail)
  return (
    <Section>
      <Band data-deep>
        <Globe of="band" />
        <h2>{words.closing}</h2>
        <Text mt="3" mb="6" maxW="30em" color="deep.muted">
          {words.noAccount}
        </Text>
        <ButtonAnchor variant="accent" size="lg" href="#search">
          {buttons.searchFlights}
        </ButtonAnchor>
      </Band>
      <Facts data-brand-text>
        {facts.map(({ term, detail }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{detail}</dd>
          </div>
        ))}
      </Facts>
    </Section>
  )
}

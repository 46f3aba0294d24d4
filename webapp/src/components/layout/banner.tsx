'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Container } from '@/components/ui/layout'
import { PhoneLink } from '@/components/ui/phone-link'
import * as words from '@/messages/components/layout'
import { useBrand } from '@/providers/brand-provider'

// On a phone two low lines, as high together as one with room around it: nothing is cut off, and the page begins early.
const Root = chakra('section', {
  base: {
    bg: 'deep',
    color: 'deep.muted',
    fontSize: { base: 'micro', md: 'xs' },
    lineHeight: { base: '1.25', md: '1.5' },
    '& > div': {
      position: 'relative',
      display: 'flex',
      flexDirection: { base: 'column', md: 'row' },
      alignItems: { md: 'center' },
      justifyContent: { base: 'center', md: 'space-between' },
      columnGap: '6',
      minH: '9',
    },
    '& dt': { srOnly: true },
    '& dl': { display: 'flex', flexWrap: 'wrap', columnGap: { base: '3', md: '5' } },
    // Room for a finger beyond its line.
    '& a': { py: { base: '2.5', md: '0' }, color: 'deep.fg', textDecoration: 'none' },
  },
})

/** Says on every page who sells here: an agency, not an airline. */
export function Banner() {
  const { company, contact } = useBrand()
  return (
    <Root data-deep aria-label={words.aboutSite}>
      <Container>
        <span>{words.agency}</span>
        <dl data-brand-text>
          <dt>{words.company}</dt>
          <dd>{company.legal_name}</dd>
          {contact.phone && (
            <>
              <dt>{words.phone}</dt>
              <dd>
                <PhoneLink phone={contact.phone} />
              </dd>
            </>
          )}
          <dt>{words.city}</dt>
          <dd>{contact.city}</dd>
        </dl>
      </Container>
    </Root>
  )
}

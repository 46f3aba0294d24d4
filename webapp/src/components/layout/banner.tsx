'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Container } from '@/components/ui/layout'
import { PhoneLink } from '@/components/ui/phone-link'
import * as words from '@/messages/components/layout'
import { useBrand } from '@/providers/brand-provider'

// On a phone one line that can be pushed aside: what does not fit fades out at its end.
const Root = chakra('section', {
  base: {
    bg: 'deep',
    color: 'deep.muted',
    textStyle: 'xs',
    whiteSpace: 'nowrap',
    '& > div': {
      // The hidden terms stay inside, where the line is cut off.
      position: 'relative',
      display: 'flex',
      alignItems: 'center',
      justifyContent: { md: 'space-between' },
      columnGap: { base: '3', md: '6' },
      minH: { base: '8', md: '9' },
      overflowX: { base: 'auto', md: 'visible' },
      scrollbarWidth: 'none',
      maskImage: { base: 'linear-gradient(to left, transparent, #000 2.5rem)', md: 'none' },
    },
    '& dt': { srOnly: true },
    '& dl': { display: 'flex', columnGap: { base: '3', md: '5' } },
    '& dl:last-child': { pe: { base: '6', md: '0' } },
    '& a': { color: 'deep.fg', textDecoration: 'none' },
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

'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Container } from '@/components/ui/layout'
import { PhoneLink } from '@/components/ui/phone-link'
import { useBrand } from '@/providers/brand-provider'

const Root = chakra('div', {
  base: {
    bg: 'deep',
    color: 'deep.muted',
    textStyle: 'xs',
    '& > div': {
      display: 'flex',
      flexDirection: { base: 'column', md: 'row' },
      alignItems: { md: 'center' },
      justifyContent: { base: 'center', md: 'space-between' },
      columnGap: '6',
      minH: '9',
      py: { base: '1.5', md: '1' },
    },
    '& dt': { srOnly: true },
    '& dl': { display: 'flex', flexWrap: 'wrap', columnGap: { base: '3', md: '5' } },
    '& a': { color: 'deep.fg', textDecoration: 'none' },
  },
})

/** Says on every page who sells here: an agency, not an airline. */
export function Banner() {
  const { company, contact } = useBrand()
  return (
    <Root data-deep>
      <Container>
        <span>We are an independent travel agency, not an airline.</span>
        <dl data-brand-text>
          <dt>Company</dt>
          <dd>{company.legal_name}</dd>
          {contact.phone && (
            <>
              <dt>Phone</dt>
              <dd>
                <PhoneLink phone={contact.phone} />
              </dd>
            </>
          )}
          <dt>City</dt>
          <dd>{contact.city}</dd>
        </dl>
      </Container>
    </Root>
  )
}

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
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '6',
      minH: { base: '8', md: '9' },
    },
    '& dt': { srOnly: true },
    '& dl': { display: { base: 'none', md: 'flex' }, gap: '5' },
    '& a': { color: 'deep.fg', textDecoration: 'none' },
  },
})

/** Says on every page who sells here: an agency, not an airline. */
export function Banner() {
  const { company, contact } = useBrand().brand
  return (
    <Root data-deep>
      <Container>
        <span>We are an independent travel agency, not an airline.</span>
        <dl data-brand-text>
          <dt>Company</dt>
          <dd>{company.legal_name}</dd>
          <dt>Phone</dt>
          <dd>
            <PhoneLink phone={contact.phone} />
          </dd>
          <dt>City</dt>
          <dd>{contact.city}</dd>
        </dl>
      </Container>
    </Root>
  )
}

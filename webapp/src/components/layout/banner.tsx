'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { useId, useState } from 'react'
import { Icon } from '@/components/ui/icon'
import { Container } from '@/components/ui/layout'
import { PhoneLink } from '@/components/ui/phone-link'
import { PHONE } from '@/lib/use-media'
import * as words from '@/messages/components/layout'
import { useBrand } from '@/providers/brand-provider'

/** How high the bar is, at least. */
const LINE = '9'

const Root = chakra('section', {
  base: {
    bg: 'deep',
    color: 'deep.muted',
    fontSize: { base: 'micro', md: 'xs' },
    lineHeight: '1.5',
    '& > div': {
      position: 'relative',
      display: 'flex',
      flexWrap: { base: 'wrap', md: 'nowrap' },
      alignItems: 'center',
      justifyContent: 'space-between',
      columnGap: { base: '2', md: '6' },
      minH: LINE,
    },
    '& span': { flex: { base: '1', md: '0 1 auto' }, minW: '0' },
    '& button': {
      display: { base: 'grid', md: 'none' },
      placeItems: 'center',
      minW: '6',
      h: LINE,
      color: 'deep.fg',
      cursor: 'pointer',
      '& svg': { transition: 'rotate 200ms' },
      '&[aria-expanded=true] svg': { rotate: '180deg' },
      // The whole line can be pressed.
      _after: { content: '""', position: 'absolute', insetInline: '0', top: '0', h: LINE },
    },
    '& dt': { srOnly: true },
    '& dl': {
      display: 'flex',
      flexWrap: 'wrap',
      flex: { base: '1 0 100%', md: '0 1 auto' },
      columnGap: { base: '3', md: '5' },
      pb: { base: '2', md: '0' },
    },
    // Room for a finger beyond its line.
    '& a': { py: { base: '2.5', md: '0' }, color: 'deep.fg', textDecoration: 'none' },
    // One line on a phone, until it is opened: the page begins early.
    [`@media ${PHONE}`]: {
      '& > :not([data-open]) > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
      '& > :not([data-open]) > dl': { display: 'none' },
    },
  },
})

/** Says on every page who sells here: an agency, not an airline. */
export function Banner() {
  const { company, contact } = useBrand()
  const [isOpen, setOpen] = useState(false)
  const factsId = useId()
  return (
    <Root data-deep aria-label={words.aboutSite}>
      <Container data-open={isOpen ? '' : undefined}>
        <span>{words.agency}</span>
        <button
          type="button"
          aria-label={words.agencyFacts}
          aria-expanded={isOpen}
          aria-controls={factsId}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="chevron-down" size="sm" />
        </button>
        <dl id={factsId} data-brand-text>
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

'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Text } from '@/components/ui/layout'
import { partner } from '@/content/partner'
import * as words from '@/messages/site/partner'
import { CallButton } from './call-button'

const Band = chakra('section', {
  base: {
    mt: { base: '10', md: '16' },
    px: { base: '5', md: '12' },
    py: { base: '8', md: '12' },
    bg: 'deep',
    color: 'deep.fg',
    borderRadius: 'xl',
    '& h2': { textStyle: 'h1', color: 'deep.fg' },
    '& ul': {
      display: 'grid',
      gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' },
      gap: { base: '5', md: '8' },
      my: '6',
    },
    '& li': { pt: '4', borderTop: '1px solid {colors.deep.edge}' },
    '& h3': { color: 'deep.fg', mb: '1' },
    '& li p': { color: 'deep.muted' },
  },
})

/** What a caller may ask for. Nobody measures it: it is a question, not a promise. */
export function Promotions() {
  return (
    <Band data-deep>
      <h2>{words.askAbout}</h2>
      <ul>
        {partner.promotions.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <CallButton />
      <Text mt="3" textStyle="sm" color="deep.muted">
        {partner.promotionsNote}
      </Text>
    </Band>
  )
}

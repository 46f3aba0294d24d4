'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { ButtonAnchor } from '@/components/ui/button'
import { Globe } from '@/components/ui/globe'
import { Icon } from '@/components/ui/icon'
import { Container, Row, Text } from '@/components/ui/layout'
import { telHref } from '@/components/ui/phone-link'
import { hero } from '@/content/home'
import * as words from '@/messages/home'
import * as buttons from '@/messages/lib/buttons'
import { useBrand } from '@/providers/brand-provider'

const Root = chakra('section', {
  base: {
    position: 'relative',
    isolation: 'isolate',
    overflow: 'hidden',
    bg: 'deep',
    color: 'deep.fg',
    pt: { base: '8', md: '14' },
    // The search form rises into the hero by the last part of this.
    pb: { base: '7rem', md: '10.5rem' },
    // One line from a tablet on, also in the font that stands in for the brand's: nothing below it moves.
    '& h1': { textStyle: 'display', color: 'deep.fg', maxW: '13em', whiteSpace: { md: 'nowrap' } },
  },
})

export function Hero() {
  const { contact } = useBrand()
  return (
    <Root data-deep>
      <Globe of="hero" />
      <Container>
        <h1>{hero.title}</h1>
        <Text mt="4" maxW="31em" fontSize={{ base: 'md', md: 'lg' }} color="deep.muted">
          {hero.lead}
        </Text>
        <Row mt="6" flexWrap="wrap">
          <ButtonAnchor variant="glass" href="#search">
            {buttons.searchFlights}
          </ButtonAnchor>
          {contact.phone && (
            <ButtonAnchor variant="glass" href={telHref(contact.phone)}>
              <Icon name="phone" size="sm" />
              {words.expertSupport}
            </ButtonAnchor>
          )}
        </Row>
      </Container>
    </Root>
  )
}

'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'
import { ButtonAnchor } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Box, Container, Text } from '@/components/ui/layout'
import { telHref } from '@/components/ui/phone-link'
import { partner } from '@/content/partner'
import { useSystemMode } from '@/lib/api/system-mode'
import { useBrand } from '@/providers/brand-provider'
import { ReachCards } from './reach-cards'
import { RichText } from './rich-text'
import { Tiles } from './tiles'

const Root = chakra('section', {
  base: {
    bg: 'deep',
    color: 'deep.fg',
    pt: { base: '8', md: '14' },
    // The search form rises into the hero by the last part of this.
    pb: { base: '7rem', md: '10.5rem' },
    '& h1': { textStyle: 'display', color: 'deep.fg', maxW: '13em' },
  },
})

const Airlines = chakra('ul', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '3',
    mt: '5',
    '& li': { px: '4', py: '2', border: '1px solid {colors.line}', borderRadius: 'full', color: 'ink' },
  },
})

function Hero() {
  const { phone } = useBrand().contact
  const mode = useSystemMode()
  return (
    <Root data-deep>
      <Container>
        <h1>{partner.title}</h1>
        <Text mt="4" maxW="38em" fontSize={{ base: 'md', md: 'lg' }} color="deep.muted">
          <RichText>{partner.lead}</RichText>
        </Text>
        <ButtonAnchor mt="6" variant="accent" size="lg" href={telHref(phone)} data-brand-text>
          <Icon name="phone" size="sm" />
          {phone}
        </ButtonAnchor>
        <Text mt="3" color="deep.muted">
          {mode.known && !mode.isLiveMode ? partner.wait.test : partner.wait.live}
        </Text>
      </Container>
    </Root>
  )
}

function Part({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <Box as="section" mt={{ base: '10', md: '16' }}>
      <chakra.h2 textStyle="h2">{title}</chakra.h2>
      {children}
      {note && (
        <Text mt="4" textStyle="sm" color="fg.muted">
          {note}
        </Text>
      )}
    </Box>
  )
}

/** Where partners' visitors land. `search` is the form that leads into the shop. */
export function PartnerPage({ search }: { search: ReactNode }) {
  return (
    <>
      <Hero />
      <Container>
        <Box mt={{ base: '-5.25rem', md: '-7.5rem' }}>{search}</Box>
        <Part title="Airlines" note={partner.airlinesNote}>
          <Airlines>
            {partner.airlines.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </Airlines>
        </Part>
        <Part title="Why Fly With Us">
          <Tiles of={partner.reasons} columns={3} />
        </Part>
        <Part title="Ask about" note={partner.promotionsNote}>
          <Tiles of={partner.promotions} columns={3} />
        </Part>
        <Part title="Talk to us">
          <Box mt="4" maxW="38rem">
            <ReachCards ways={partner.ways} />
          </Box>
        </Part>
      </Container>
    </>
  )
}

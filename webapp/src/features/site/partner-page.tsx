'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'
import { AirlineMark } from '@/components/ui/airline-mark'
import { Globe } from '@/components/ui/globe'
import { Box, Container, Text } from '@/components/ui/layout'
import { partner } from '@/content/partner'
import { useSystemMode } from '@/lib/api/system-mode'
import * as words from '@/messages/site/partner'
import { CallButton } from './call-button'
import { Promotions } from './promotions'
import { ReachCards } from './reach-cards'
import { RichText } from './rich-text'
import { Tiles } from './tiles'

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
    '& h1': { textStyle: 'display', color: 'deep.fg', maxW: '13em' },
  },
})

const Airlines = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: {
      base: 'repeat(2, minmax(0, 1fr))',
      md: 'repeat(3, minmax(0, 1fr))',
      lg: 'repeat(6, minmax(0, 1fr))',
    },
    // Each cell draws its right and lower edge; the sheet hides those at its own.
    overflow: 'hidden',
    mt: '5',
    bg: 'surface',
    border: '1px solid {colors.line}',
    borderRadius: 'lg',
    '& li': {
      '--mark': '2rem',
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      me: '-1px',
      mb: '-1px',
      px: { base: '3', md: '4' },
      py: '4',
      borderEnd: '1px solid {colors.line}',
      borderBottom: '1px solid {colors.line}',
      color: 'ink',
      fontWeight: 'medium',
      textStyle: 'sm',
    },
  },
})

const Talk = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
    alignItems: 'center',
    gap: { base: '6', lg: '16' },
  },
})

function Hero() {
  const mode = useSystemMode()
  return (
    <Root data-deep>
      <Globe of="hero" />
      <Container>
        <h1>{partner.title}</h1>
        <Text mt="4" mb="6" maxW="34em" fontSize={{ base: 'md', md: 'lg' }} color="deep.muted">
          <RichText>{partner.lead}</RichText>
        </Text>
        <CallButton />
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
        <Part title={words.airlines} note={partner.airlinesNote}>
          <Airlines>
            {partner.airlines.map(([code, name]) => (
              <li key={code}>
                <AirlineMark code={code} />
                <span>{name}</span>
              </li>
            ))}
          </Airlines>
        </Part>
        <Part title={words.reasons}>
          <Tiles of={partner.reasons} columns={3} />
        </Part>
        <Promotions />
        <Box as="section" mt={{ base: '10', md: '16' }}>
          <Talk>
            <div>
              <chakra.h2 textStyle="h1">{words.talk}</chakra.h2>
              <Text mt="3" maxW="30em" color="fg.muted">
                {words.talkText}
              </Text>
            </div>
            <ReachCards ways={partner.ways} />
          </Talk>
        </Box>
      </Container>
    </>
  )
}

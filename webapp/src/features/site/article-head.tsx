'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Container, Text } from '@/components/ui/layout'
import type { Article, KeyFact } from '@/content/article'
import * as words from '@/messages/site/article'
import { RichText } from './rich-text'

const Band = chakra('header', {
  base: {
    position: 'relative',
    isolation: 'isolate',
    overflow: 'hidden',
    bg: 'deep',
    color: 'deep.fg',
    py: { base: '8', md: '14' },
    '& h1': { textStyle: 'h1', color: 'deep.fg' },
    // The key facts rise into the band by the last part of this.
    '&[data-facts]': { pb: { base: '4.5rem', md: '6.5rem' } },
  },
})

const Arcs = chakra('svg', {
  base: {
    display: { base: 'none', xl: 'block' },
    position: 'absolute',
    zIndex: '-1',
    insetEnd: 'max(2rem, calc(50% - {sizes.container} / 2))',
    top: '50%',
    w: '22rem',
    translate: '0 -58%',
    fill: 'none',
    stroke: 'color-mix(in oklab, {colors.accent} 45%, #ffffff)',
    strokeWidth: '1.25',
    strokeLinecap: 'round',
    overflow: 'visible',
    '& .dim': { strokeDasharray: '1 6', opacity: '0.6' },
    '& .hot': { stroke: 'accent', strokeWidth: '2' },
    '& circle': { fill: 'deep', strokeWidth: '2' },
    '& .end': { stroke: 'accent' },
  },
})

const Facts = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' },
    position: 'relative',
    mt: { base: '-2.5rem', md: '-3.5rem' },
    bg: 'surface',
    border: '1px solid {colors.line}',
    borderRadius: 'lg',
    '& li': { px: { base: '5', md: '6' }, py: { base: '4', md: '5' } },
    '& li + li': {
      borderTop: { base: '1px solid {colors.line}', md: '0' },
      borderStart: { md: '1px solid {colors.line}' },
    },
    '& b': { display: 'block', textStyle: 'h2', color: 'ink' },
    '& p': { mt: '0.5', textStyle: 'sm', color: 'fg.muted' },
  },
})

/** What an informational page is about, and what of it a hurried reader looks for. */
export function ArticleHead({ title, lead, facts }: Pick<Article, 'title' | 'lead' | 'facts'>) {
  return (
    <>
      <Band data-deep data-facts={facts && ''}>
        <Arcs viewBox="0 0 352 150" aria-hidden="true" focusable="false">
          <path className="dim" d="M12 138H340M12 138C84 70 268 70 340 138" />
          <path className="dim" d="M12 138C84-34 268-34 340 138" />
          <path className="hot" d="M12 138C84 18 268 18 340 138" />
          <circle className="end" cx="12" cy="138" r="5" />
          <circle className="end" cx="340" cy="138" r="5" />
        </Arcs>
        <Container>
          <h1>
            <RichText>{title}</RichText>
          </h1>
          <Text mt="3" maxW="38em" fontSize={{ base: 'md', md: 'lg' }} color="deep.muted">
            <RichText>{lead}</RichText>
          </Text>
        </Container>
      </Band>
      {facts && <KeyFacts of={facts} />}
    </>
  )
}

function KeyFacts({ of }: { of: readonly KeyFact[] }) {
  return (
    <Container>
      <Facts aria-label={words.facts}>
        {of.map(({ figure, text }) => (
          <li key={figure}>
            <b>{figure}</b>
            <p>{text}</p>
          </li>
        ))}
      </Facts>
    </Container>
  )
}

'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Box, Container } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import type { ArticleSection, Article as Content } from '@/content/article'
import * as words from '@/messages/site/article'
import { ArticleHead } from './article-head'
import { FactTable } from './fact-table'
import { HelpCard } from './help-card'
import { ReachCards } from './reach-cards'
import { RichText } from './rich-text'
import { Tiles } from './tiles'

/** Contents and text, and on large screens beside them who tells more. */
const Columns = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: {
      base: 'minmax(0, 1fr)',
      lg: '13rem minmax(0, 44rem)',
      xl: '13rem minmax(0, 1fr) 18rem',
    },
    gap: { base: '8', lg: '12' },
    mt: { base: '8', md: '12' },
    alignItems: 'start',
    '& section': { scrollMarginTop: '6rem' },
    '& section + section': { mt: { base: '10', md: '12' } },
    '& h2': { textStyle: 'h2', mb: '3' },
    '& section > p': { maxW: '68ch' },
    '& section > p + p': { mt: '3' },
  },
})

const Contents = chakra('nav', {
  base: {
    position: { lg: 'sticky' },
    top: { lg: '6rem' },
    ps: '4',
    borderStart: '2px solid {colors.line}',
    textStyle: 'sm',
    '& a': {
      display: 'flex',
      alignItems: 'center',
      minH: { base: '11', lg: '9' },
      // A title of two lines keeps off its neighbors.
      py: '1.5',
      textDecoration: 'none',
      _hover: { textDecoration: 'underline' },
    },
  },
})

function Section({ id, title, text, points, table, ways, note }: ArticleSection) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {text.map((paragraph) => (
        <p key={paragraph}>
          <RichText>{paragraph}</RichText>
        </p>
      ))}
      {points && <Tiles of={points} columns={2} />}
      {table && <FactTable caption={title} {...table} />}
      {ways && (
        <Box mt="4">
          <ReachCards ways={ways} />
        </Box>
      )}
      {note && (
        <Notice tone="brand" mt="4">
          <RichText>{note}</RichText>
        </Notice>
      )}
    </section>
  )
}

/** An informational page: what it is about, its contents, and sections that can be linked to. */
export function Article({ title, lead, facts, sections }: Content) {
  return (
    <>
      <ArticleHead title={title} lead={lead} facts={facts} />
      <Container>
        <Columns>
          <Contents aria-label={words.contents}>
            <ul>
              {sections.map((section) => (
                <li key={section.id}>
                  <a href={`#${section.id}`}>{section.title}</a>
                </li>
              ))}
            </ul>
          </Contents>
          <div>
            {sections.map((section) => (
              <Section key={section.id} {...section} />
            ))}
          </div>
          <Box gridColumn={{ lg: '2', xl: 'auto' }} position={{ xl: 'sticky' }} top={{ xl: '6rem' }}>
            <HelpCard title={words.questions} />
          </Box>
        </Columns>
      </Container>
    </>
  )
}

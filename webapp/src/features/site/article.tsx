'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Container } from '@/components/ui/layout'
import type { ArticleSection, Article as Content } from '@/content/article'
import { FactTable } from './fact-table'
import { PageHead } from './page-head'
import { RichText } from './rich-text'

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: '14rem minmax(0, 68ch)' },
    gap: { base: '8', lg: '16' },
    mt: { base: '8', md: '12' },
    alignItems: 'start',
    '& section': { scrollMarginTop: '6rem' },
    '& section + section': { mt: '10' },
    '& h2': { textStyle: 'h2', mb: '3' },
    '& section p + p': { mt: '3' },
  },
})

const Contents = chakra('nav', {
  base: {
    position: { lg: 'sticky' },
    top: { lg: '6rem' },
    pl: '4',
    borderLeft: '2px solid {colors.line}',
    textStyle: 'sm',
    '& a': { display: 'inline-flex', alignItems: 'center', minH: { base: '11', lg: '9' } },
  },
})

function Section({ id, title, text, table }: ArticleSection) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {text.map((paragraph) => (
        <p key={paragraph}>
          <RichText>{paragraph}</RichText>
        </p>
      ))}
      {table && <FactTable caption={title} {...table} />}
    </section>
  )
}

/** An informational page: what it is about, its contents, and sections that can be linked to. */
export function Article({ title, lead, sections }: Content) {
  return (
    <Container pt={{ base: '8', md: '14' }}>
      <PageHead title={title} lead={lead} />
      <Columns>
        <Contents aria-label="On this page">
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
      </Columns>
    </Container>
  )
}

'use client'
import { useEffect, useState } from 'react'
import { Container, Hidden, Stack } from '@/components/ui/layout'
import { Tabs } from '@/components/ui/tabs'
import { faqCategories, type QuestionCategory } from '@/content/faq'
import * as words from '@/messages/site/faq'
import { AnswerSearch } from './answer-search'
import { HelpCard } from './help-card'
import { PageHead } from './page-head'
import { Questions } from './questions'

const first = faqCategories[0] as QuestionCategory

/** The category that the address names behind its #, until another tab is chosen. */
function useCategory() {
  const [category, setCategory] = useState(first.id)
  useEffect(() => {
    const follow = () => {
      const named = faqCategories.find(({ id }) => id === window.location.hash.slice(1))
      if (named) setCategory(named.id)
    }
    follow()
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  return [category, setCategory] as const
}

/** The answers, and on large screens beside them who gives more. */
const besides = {
  gap: { base: '8', md: '10', lg: '16' },
  alignItems: 'start',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 22rem' },
} as const

export function FaqPage() {
  const [category, setCategory] = useCategory()
  const tabs = faqCategories.map(({ id, title, questions }) => ({
    value: id,
    label: title,
    panel: (
      <>
        <Hidden as="h2">{title}</Hidden>
        <Questions key={id} of={questions} />
      </>
    ),
  }))
  return (
    <Container pt={{ base: '8', md: '14' }}>
      <Stack gap={{ base: '8', md: '10' }}>
        <PageHead title={words.title} lead={words.lead} />
        <AnswerSearch />
        <Stack {...besides}>
          <div>
            <Tabs label={words.categories} tabs={tabs} value={category} onChange={setCategory} keepsPanels />
          </div>
          <HelpCard title={words.needHelp} />
        </Stack>
      </Stack>
    </Container>
  )
}

'use client'
import { useEffect, useState } from 'react'
import { ButtonAnchor, ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardTitle } from '@/components/ui/card-title'
import { Icon } from '@/components/ui/icon'
import { Container, Row, Stack, Text } from '@/components/ui/layout'
import { telHref } from '@/components/ui/phone-link'
import { Tabs } from '@/components/ui/tabs'
import { faqCategories, type QuestionCategory } from '@/content/faq'
import { routes } from '@/lib/routes'
import { useBrand } from '@/providers/brand-provider'
import { AnswerSearch } from './answer-search'
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
    panel: <Questions key={id} of={questions} />,
  }))
  return (
    <Container pt={{ base: '8', md: '14' }}>
      <Stack gap={{ base: '8', md: '10' }}>
        <PageHead title="Questions and answers" lead="What travellers ask before and after they book." />
        <AnswerSearch />
        <Stack {...besides}>
          <div>
            <Tabs label="Categories" tabs={tabs} value={category} onChange={setCategory} keepsPanels />
          </div>
          <StillNeedHelp />
        </Stack>
      </Stack>
    </Container>
  )
}

function StillNeedHelp() {
  const { contact } = useBrand()
  return (
    <Card padded>
      <CardTitle>Still Need Help?</CardTitle>
      <Text mt="1" mb="4" color="fg.muted">
        Write to us
        {contact.phone && (
          <>
            , or call <span data-brand-text>{contact.hours_phone}</span>
          </>
        )}
        .
      </Text>
      <Row flexWrap="wrap">
        <ButtonLink href={routes.contact}>Contact us</ButtonLink>
        {contact.phone && (
          <ButtonAnchor variant="outline" href={telHref(contact.phone)} data-brand-text>
            <Icon name="phone" size="sm" />
            {contact.phone}
          </ButtonAnchor>
        )}
      </Row>
    </Card>
  )
}

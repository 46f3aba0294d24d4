'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import { Stack, Text } from '@/components/ui/layout'
import { faqCategories } from '@/content/faq'
import * as texts from '@/messages/site/answers'
import { findAnswers } from './lib/find-answers'
import { Questions } from './questions'

const Bar = chakra('form', {
  base: {
    maxW: '42rem',
    '& label': { display: 'block', mb: '1.5', fontSize: 'sm', fontWeight: 'medium', color: 'ink' },
    '& > div': { display: 'flex', gap: '2' },
  },
})

/** Searches all questions and answers, by button or Enter. */
export function AnswerSearch() {
  const [typed, setTyped] = useState('')
  const [words, setWords] = useState<string | null>(null)
  const id = useId()
  const search = (event: FormEvent) => {
    event.preventDefault()
    setWords(typed)
  }
  return (
    <Stack gap="6">
      <Bar role="search" onSubmit={search}>
        <label htmlFor={id}>{texts.label}</label>
        <div>
          <Input
            id={id}
            type="search"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            placeholder={texts.example}
          />
          <Button type="submit">
            <Icon name="search" size="sm" />
            {texts.search}
          </Button>
        </div>
      </Bar>
      {words !== null && <Answers words={words} />}
    </Stack>
  )
}

function Answers({ words }: { words: string }) {
  const found = findAnswers(faqCategories, words)
  const count = found.reduce((sum, { questions }) => sum + questions.length, 0)
  return (
    <section aria-label={texts.found}>
      <Text role="status" color="fg.muted" mb="4">
        {told(words, count)}
      </Text>
      {found.map(({ id, title, questions }) => (
        <chakra.div key={id} mb="6">
          <chakra.h2 textStyle="h3" mb="2">
            {title}
          </chakra.h2>
          {/* The answers of another search start closed. */}
          <Questions key={words} of={questions} />
        </chakra.div>
      ))}
    </section>
  )
}

function told(words: string, count: number) {
  if (!words.trim()) return texts.nothingTyped
  if (count === 0) return texts.none({ words: words.trim() })
  return texts.count({ count })
}

'use client'
import { Accordion } from '@/components/ui/accordion'
import type { Question } from '@/content/faq'
import { RichText } from './rich-text'

/** Questions whose answers may hold links and the brand's own words. */
export function Questions({ of }: { of: readonly Question[] }) {
  const items = of.map(({ question, answer }) => ({ question, answer: <RichText>{answer}</RichText> }))
  return <Accordion items={items} />
}

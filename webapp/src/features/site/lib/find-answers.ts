import type { QuestionCategory } from '@/content/faq'

/** The categories with those of their questions that hold the words, in question or answer, whatever the case. */
export function findAnswers(categories: readonly QuestionCategory[], words: string): QuestionCategory[] {
  const wanted = words.trim().toLowerCase()
  if (!wanted) return []
  return categories
    .map((category) => ({
      ...category,
      questions: category.questions.filter(({ question, answer }) =>
        `${question}\n${answer}`.toLowerCase().includes(wanted),
      ),
    }))
    .filter(({ questions }) => questions.length > 0)
}

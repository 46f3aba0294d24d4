import { notFound } from 'next/navigation'
import { articles } from '@/content/articles'
import { Article } from '@/features/site/article'

export const dynamicParams = false
export const generateStaticParams = () => Object.keys(articles).map((article) => ({ article }))

export default async function Page({ params }: { params: Promise<{ article: string }> }) {
  const content = articles[(await params).article]
  if (!content) notFound()
  return <Article {...content} />
}

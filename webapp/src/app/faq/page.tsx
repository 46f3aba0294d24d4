import { FaqPage } from '@/features/site/faq-page'

export default function Page() {
  return <FaqPage />
}

import { ContactPage } from '@/features/site/contact-page'

export default function Page() {
  return <ContactPage />
}

import { SupportPage } from '@/features/site/support-page'

export default function Page() {
  return <SupportPage />
}

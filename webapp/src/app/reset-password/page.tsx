import { ResetPage } from '@/features/account/components/reset-page'

export default function Page() {
  return <ResetPage />
}

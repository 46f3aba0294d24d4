import { ForgotPage } from '@/features/account/components/forgot-page'

export default function Page() {
  return <ForgotPage />
}

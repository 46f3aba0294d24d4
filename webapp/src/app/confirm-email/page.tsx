import { ConfirmPage } from '@/features/account/components/confirm-page'

export default function Page() {
  return <ConfirmPage />
}

import { Suspense } from 'react'
import { LoginPage } from '@/features/account/components/login-page'

export default function Page() {
  return (
    <Suspense>
      <LoginPage />
    </Suspense>
  )
}

import { Suspense } from 'react'
import { RegisterPage } from '@/features/account/components/register-page'

export default function Page() {
  return (
    <Suspense>
      <RegisterPage />
    </Suspense>
  )
}

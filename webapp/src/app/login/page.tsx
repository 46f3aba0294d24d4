import { Container } from '@/components/ui/layout'

export default function LoginPage() {
  return (
    <Container py="10">
      <h1>Login</h1>
    </Container>
  )
}

import { Container } from '@/components/ui/layout'

export default function RegisterPage() {
  return (
    <Container py="10">
      <h1>Register</h1>
    </Container>
  )
}

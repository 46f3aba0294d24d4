import { Container } from '@/components/ui/layout'

export default function HomePage() {
  return (
    <Container py="10">
      <h1>Find the fare. Know the price.</h1>
    </Container>
  )
}

import { Container } from '@/components/ui/layout'

export default function MyTripsPage() {
  return (
    <Container py="10">
      <h1>My Trips</h1>
    </Container>
  )
}

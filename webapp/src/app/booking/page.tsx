import { Container } from '@/components/ui/layout'

export default function BookingPage() {
  return (
    <Container py="10">
      <h1>Booking</h1>
    </Container>
  )
}

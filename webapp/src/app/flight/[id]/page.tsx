import { Container } from '@/components/ui/layout'

/** One exported page stands for every offer; the gateway serves it for any id. */
export const generateStaticParams = () => [{ id: '_' }]

export default function FlightPage() {
  return (
    <Container py="10">
      <h1>Flight details</h1>
    </Container>
  )
}

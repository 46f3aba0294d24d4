import { Container } from '@/components/ui/layout'

export default function SearchPage() {
  return (
    <Container py="10">
      <h1>Search</h1>
    </Container>
  )
}

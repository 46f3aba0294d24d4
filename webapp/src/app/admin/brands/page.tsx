'use client'
import dynamic from 'next/dynamic'
import { Container, Text } from '@/components/ui/layout'

const Loading = () => (
  <Container py="10">
    <Text role="status">Loading brand manager...</Text>
  </Container>
)

const Manager = dynamic(() => import('./manager').then((module) => module.Manager), { ssr: false, loading: Loading })

export default function Page() {
  return <Manager />
}

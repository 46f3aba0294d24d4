'use client'
import dynamic from 'next/dynamic'
import { Container, Text } from '@/components/ui/layout'
import * as words from '@/messages/app/brand-preview'

const Loading = () => (
  <Container py="10">
    <Text role="status">{words.loading}</Text>
  </Container>
)

const Manager = dynamic(() => import('./manager').then((module) => module.Manager), { ssr: false, loading: Loading })

export default function Page() {
  return <Manager />
}

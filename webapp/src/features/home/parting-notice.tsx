'use client'
import { useEffect, useState } from 'react'
import { FailureNotice } from '@/components/ui/failure-notice'
import { Container } from '@/components/ui/layout'
import { forgetPartingWords, partingWords } from '@/lib/parting-words'

/** Why the visitor was sent here. It is gone with their next step. */
export function PartingNotice() {
  const [said] = useState(partingWords)
  useEffect(() => forgetPartingWords, [])
  if (!said) return null
  return (
    <Container py="4">
      <FailureNotice title={said.title} words={said.description} />
    </Container>
  )
}

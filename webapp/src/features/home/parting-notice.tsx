'use client'
import { useEffect, useState } from 'react'
import { Container } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { forgetPartingWords, partingWords } from '@/lib/parting-words'

/** Why the visitor was sent here. It is gone with their next step. */
export function PartingNotice() {
  const [words] = useState(partingWords)
  useEffect(() => forgetPartingWords, [])
  if (!words) return null
  return (
    <Container py="4">
      <Notice tone="error" role="alert">
        <strong>{words.title}.</strong> {words.description}
      </Notice>
    </Container>
  )
}

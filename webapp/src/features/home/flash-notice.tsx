'use client'
import { useEffect, useState } from 'react'
import { FailureNotice } from '@/components/ui/failure-notice'
import { Container } from '@/components/ui/layout'
import { clearFlashMessage, flashMessage } from '@/lib/flash-message'

/** Why the visitor was sent here. It is gone with their next step. */
export function FlashNotice() {
  const [message] = useState(flashMessage)
  useEffect(() => clearFlashMessage, [])
  if (!message) return null
  return (
    <Container py="4">
      <FailureNotice title={message.title} words={message.description} />
    </Container>
  )
}

'use client'
import { useEffect } from 'react'
import { Button } from '@/components/ui/button'
import { Container } from '@/components/ui/layout'
import { Void } from '@/components/ui/void'

/** A page that broke. After a release its parts may be gone from the server: loading it afresh brings the new ones. */
export default function PageError({ error }: { error: Error }) {
  useEffect(() => {
    console.error(error)
  }, [error])
  return (
    <Container py="10">
      <Void
        drawing="broken"
        title="This page did not load"
        role="alert"
        actions={<Button onClick={() => window.location.reload()}>Try Again</Button>}
      >
        <p>Nothing was booked or charged by this. Please try again, or call us if it happens twice.</p>
      </Void>
    </Container>
  )
}

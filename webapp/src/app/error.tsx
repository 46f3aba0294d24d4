'use client'
import { usePathname } from 'next/navigation'
import { useEffect } from 'react'
import { Button } from '@/components/ui/button'
import { Container } from '@/components/ui/layout'
import { Void } from '@/components/ui/void'
import { routes } from '@/lib/routes'

/** A page that broke. After a release its parts may be gone from the server: loading it afresh brings the new ones. */
export default function PageError({ error }: { error: Error }) {
  const isBooking = usePathname().startsWith(routes.booking)
  useEffect(() => {
    console.error(error)
  }, [error])
  return (
    <Container py="10">
      <Void
        drawing="broken"
        title="This page didn’t load"
        level={1}
        role="alert"
        actions={<Button onClick={() => window.location.reload()}>Try Again</Button>}
      >
        <p>Please try again. If it happens twice, call us.</p>
        {isBooking && (
          <p>
            Already paid? Your booking continues without this page, so <strong>please do not book again.</strong> Check
            My Trips and your e-mail for the outcome.
          </p>
        )}
      </Void>
    </Container>
  )
}

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
        title="This page did not load"
        level={1}
        role="alert"
        actions={<Button onClick={() => window.location.reload()}>Try Again</Button>}
      >
        <p>Please try again, or call us if it happens twice.</p>
        {isBooking && (
          <p>
            Had you paid? Then your booking goes on without this page: <strong>please do not book again.</strong> My
            Trips and the e-mail we send tell what came of it.
          </p>
        )}
      </Void>
    </Container>
  )
}

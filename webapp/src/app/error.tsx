'use client'
import { usePathname } from 'next/navigation'
import { useEffect } from 'react'
import { Button } from '@/components/ui/button'
import { Container } from '@/components/ui/layout'
import { strong } from '@/components/ui/strong'
import { Void } from '@/components/ui/void'
import { reload } from '@/lib/load-document'
import { routes } from '@/lib/routes'
import * as words from '@/messages/app/errors'
import * as failureWords from '@/messages/lib/failures'

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
        title={words.notLoaded}
        level={1}
        role="alert"
        actions={<Button onClick={reload}>{failureWords.tryAgain}</Button>}
      >
        <p>{words.tryAgainOrCall}</p>
        {isBooking && <p>{words.alreadyPaid({ strong })}</p>}
      </Void>
    </Container>
  )
}

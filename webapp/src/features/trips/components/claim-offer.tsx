'use client'
import { useState } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { Button } from '@/components/ui/button'
import { FailureNotice } from '@/components/ui/failure-notice'
import { Row, Stack } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { useCurrentUser } from '@/lib/api/current-user'
import { reasonOf, TRY_LATER } from '@/lib/api/error'
import { routes, withQuery } from '@/lib/routes'
import { claimBooking } from '../api/claim'

interface Props {
  bookingId: string
  /** With the words that say what has become of the trip. */
  onClaimed: (words: string) => Promise<void>
}

const CLAIMED = 'This trip is in your account now. You find it under My Trips.'
const PASSWORD_ENDED =
  'The password that your account was made with does not work any more: we have e-mailed you a link to choose your own.'

/** A guest's trip, opened by a mailed link: whoever has an account of the same address may add it there. */
export function ClaimOffer({ bookingId, onClaimed }: Props) {
  const { user } = useCurrentUser()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  if (user === undefined) return null

  const claim = async () => {
    setBusy(true)
    setFailure('')
    try {
      const { passwordEnded } = await claimBooking(bookingId)
      await onClaimed(passwordEnded ? `${CLAIMED} ${PASSWORD_ENDED}` : CLAIMED)
    } catch (error) {
      setFailure(reasonOf(error, TRY_LATER))
      setBusy(false)
    }
  }
  if (!user) {
    const back = withQuery(routes.trip, { id: bookingId })
    return (
      <Notice tone="brand">
        Do you have an account with the e-mail address of this booking?{' '}
        <AppLink href={withQuery(routes.login, { redirect: back })}>Log in</AppLink> to add the trip to it.
      </Notice>
    )
  }
  return (
    <Stack gap="3">
      <FailureNotice title="The trip was not added" words={failure} />
      <Notice tone="brand">
        <Row flexWrap="wrap">
          <span>This trip is not in your account {user.username} yet.</span>
          <Button disabled={isBusy} onClick={() => void claim()}>
            {isBusy ? 'Adding…' : 'Add to My Trips'}
          </Button>
        </Row>
      </Notice>
    </Stack>
  )
}

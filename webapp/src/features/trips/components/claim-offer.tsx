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

const CLAIMED = 'This trip is now in your account, under My Trips.'
const PASSWORD_ENDED = 'The password we gave you no longer works. We’ve e-mailed you a link to set your own.'

/** A guest's trip, opened by a mailed link: the account of the same address may add it. */
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
        Have an account with the same e-mail address?{' '}
        <AppLink href={withQuery(routes.login, { redirect: back })}>Log in</AppLink> to add this trip to it.
      </Notice>
    )
  }
  return (
    <Stack gap="3">
      <FailureNotice title="We couldn’t add this trip" words={failure} />
      <Notice tone="brand">
        <Row flexWrap="wrap">
          <span>This trip isn’t in your account {user.username} yet.</span>
          <Button disabled={isBusy} onClick={() => void claim()}>
            {isBusy ? 'Adding…' : 'Add to My Trips'}
          </Button>
        </Row>
      </Notice>
    </Stack>
  )
}

'use client'
import { useState } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { BusyButton } from '@/components/ui/busy-button'
import { FailureNotice } from '@/components/ui/failure-notice'
import { Row, Stack } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { useCurrentUser } from '@/lib/api/current-user'
import { reasonOf, TRY_LATER } from '@/lib/api/error'
import { routes, withQuery } from '@/lib/routes'
import * as words from '@/messages/trips/guest'
import { claimBooking } from '../api/claim'

interface Props {
  bookingId: string
  /** With the words that say what has become of the trip. */
  onClaimed: (outcome: string) => Promise<void>
}

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
      await onClaimed(passwordEnded ? `${words.added} ${words.passwordEnded}` : words.added)
    } catch (error) {
      setFailure(reasonOf(error, TRY_LATER))
      setBusy(false)
    }
  }
  if (!user) {
    const back = withQuery(routes.trip, { id: bookingId })
    return (
      <Notice tone="brand">
        {words.logInToAdd({
          link: (text) => <AppLink href={withQuery(routes.login, { redirect: back })}>{text}</AppLink>,
        })}
      </Notice>
    )
  }
  return (
    <Stack gap="3">
      <FailureNotice title={words.addFailed} words={failure} />
      <Notice tone="brand">
        <Row flexWrap="wrap">
          <span>{words.notInAccount({ username: user.username })}</span>
          <BusyButton isBusy={isBusy} onClick={() => void claim()}>
            {isBusy ? words.adding : words.add}
          </BusyButton>
        </Row>
      </Notice>
    </Stack>
  )
}

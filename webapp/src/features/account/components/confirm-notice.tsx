'use client'
import { useState } from 'react'
import { BusyButton } from '@/components/ui/busy-button'
import { Card } from '@/components/ui/card'
import { CardTitle } from '@/components/ui/card-title'
import { DoneNotice } from '@/components/ui/done-notice'
import { FailureNotice } from '@/components/ui/failure-notice'
import { Stack, Text } from '@/components/ui/layout'
import { strong } from '@/components/ui/strong'
import { reasonOf, TRY_LATER } from '@/lib/api/error'
import * as words from '@/messages/account/confirm'
import * as buttons from '@/messages/lib/buttons'
import { requestConfirmationLink } from '../api/session'

/** Asks for the proof of an address, and mails another link to it. */
export function ConfirmNotice({ email }: { email: string }) {
  const [isBusy, setBusy] = useState(false)
  const [isSent, setSent] = useState(false)
  const [failure, setFailure] = useState('')

  const send = async () => {
    setBusy(true)
    setFailure('')
    try {
      await requestConfirmationLink()
      setSent(true)
    } catch (error) {
      setFailure(reasonOf(error, TRY_LATER))
    }
    setBusy(false)
  }

  return (
    <Card padded mt="6" mb="6">
      <Stack>
        <CardTitle>{words.title}</CardTitle>
        <Text color="fg.muted" overflowWrap="anywhere">
          {words.noticeText({ email, strong })}
        </Text>
        <FailureNotice title={words.sendFailed} words={failure} />
        {isSent ? (
          <DoneNotice>{words.sent}</DoneNotice>
        ) : (
          <BusyButton variant="outline" justifySelf={{ sm: 'start' }} isBusy={isBusy} onClick={() => void send()}>
            {isBusy ? buttons.sending : words.sendAgain}
          </BusyButton>
        )}
      </Stack>
    </Card>
  )
}

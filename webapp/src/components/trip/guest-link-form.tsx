'use client'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { FailureNotice } from '@/components/ui/failure-notice'
import { Field, Input } from '@/components/ui/field'
import { Stack } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { strong } from '@/components/ui/strong'
import { reasonOf, TRY_LATER } from '@/lib/api/error'
import { requestGuestLink } from '@/lib/api/guest-links'
import { useLateRules } from '@/lib/use-late-rules'
import * as fieldWords from '@/messages/components/fields'
import * as words from '@/messages/components/trip/guest-link'
import * as buttons from '@/messages/lib/buttons'
import type { GuestLinkFields } from './guest-link-rules'

const loadRules = () => import('./guest-link-rules').then(({ guestLinkRules }) => guestLinkRules)

interface Props {
  action?: string
  /** A link was asked for, or is to be asked for again. */
  onAsked?: (isAsked: boolean) => void
}

/** Has a link to a guest's trip mailed. Says the same whether or not there is such a booking. */
export function GuestLinkForm({ action = words.mailLink, onAsked }: Props) {
  const [isAsked, setIsAsked] = useState(false)
  const [failure, setFailure] = useState('')
  const { register, handleSubmit, formState, getValues, setFocus } = useForm<GuestLinkFields>({
    resolver: useLateRules(loadRules),
    defaultValues: { reference: '', email: '' },
  })

  const setAsked = (next: boolean) => {
    setIsAsked(next)
    onAsked?.(next)
  }
  const submit = handleSubmit(async (asked) => {
    setFailure('')
    try {
      await requestGuestLink(asked)
      setAsked(true)
    } catch (error) {
      setFailure(reasonOf(error, TRY_LATER))
    }
  })

  const change = () => {
    flushSync(() => setAsked(false))
    setFocus('email')
  }
  if (isAsked) return <Asked {...getValues()} onChange={change} />
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="5">
        <FailureNotice title={words.linkNotSent} words={failure} />
        <Field label={fieldWords.bookingReference} error={formState.errors.reference?.message}>
          <Input {...register('reference')} autoComplete="off" autoCapitalize="characters" spellCheck={false} />
        </Field>
        <Field label={words.email} error={formState.errors.email?.message}>
          <Input {...register('email')} type="email" autoComplete="email" />
        </Field>
        <Button type="submit" size="lg" block disabled={formState.isSubmitting}>
          {formState.isSubmitting ? buttons.sending : action}
        </Button>
      </Stack>
    </form>
  )
}

/** Repeats what was asked: nobody is told that an address is not the booking's, so a slip must be seen here. */
function Asked({ reference, email, onChange }: GuestLinkFields & { onChange: () => void }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <Notice tone="success" role="status" tabIndex={-1} ref={notice} outline="none" overflowWrap="anywhere">
      {words.linkAsked({ reference, email, strong })}{' '}
      <Button variant="link" minH="6" onClick={onChange}>
        {words.changeIt}
      </Button>
    </Notice>
  )
}

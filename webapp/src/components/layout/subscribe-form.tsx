'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { sendEnquiry } from '@/lib/api/enquiries'
import { reasonOf, TRY_LATER } from '@/lib/api/error'
import * as words from '@/messages/components/layout'
import * as buttons from '@/messages/lib/buttons'

const Root = chakra('form', {
  base: {
    '& > div': { display: 'flex', gap: '2' },
    '& label': { display: 'block', mb: '2', fontSize: 'sm', fontWeight: 'bold', color: 'deep.fg' },
    '& input': {
      flex: '1',
      minW: '0',
      minH: '11',
      px: '3',
      border: '1px solid {colors.deep.edge}',
      borderRadius: 'md',
      bg: 'transparent',
      color: 'deep.fg',
      fontSize: 'md',
      _placeholder: { color: 'deep.muted' },
    },
    '& p': { mt: '2', textStyle: 'xs' },
  },
})

/** Says the same whether or not the address had subscribed before. */
export function SubscribeForm() {
  const [email, setEmail] = useState('')
  const [isSending, setSending] = useState(false)
  const [note, setNote] = useState(words.unsubscribeAnytime)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSending(true)
    try {
      await sendEnquiry({ kind: 'subscribe', email })
      setEmail('')
      setNote(words.subscribed)
    } catch (error) {
      setNote(words.notSubscribed({ reason: reasonOf(error, TRY_LATER) }))
    } finally {
      setSending(false)
    }
  }
  return (
    <Root onSubmit={(event) => void submit(event)}>
      <label htmlFor="subscribe-email">{words.fareNews}</label>
      <div>
        <input
          id="subscribe-email"
          type="email"
          required
          autoComplete="email"
          placeholder={words.emailAddress}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          aria-describedby="subscribe-note"
        />
        <Button type="submit" variant="accent" disabled={isSending}>
          {isSending ? buttons.sending : words.subscribe}
        </Button>
      </div>
      <p id="subscribe-note" aria-live="polite">
        {note}
      </p>
    </Root>
  )
}

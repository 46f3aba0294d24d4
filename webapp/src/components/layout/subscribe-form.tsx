'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { sendEnquiry } from '@/lib/api/enquiries'
import { reasonOf, TRY_LATER } from '@/lib/api/error'

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

const HINT = 'Unsubscribe anytime.'

/** Says the same whether or not the address had subscribed before. */
export function SubscribeForm() {
  const [email, setEmail] = useState('')
  const [isSending, setSending] = useState(false)
  const [words, setWords] = useState(HINT)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSending(true)
    try {
      await sendEnquiry({ kind: 'subscribe', email })
      setEmail('')
      setWords("Thank you. You're on the list for fare news.")
    } catch (error) {
      setWords(`You're not subscribed yet. ${reasonOf(error, TRY_LATER)}`)
    } finally {
      setSending(false)
    }
  }
  return (
    <Root onSubmit={(event) => void submit(event)}>
      <label htmlFor="subscribe-email">Fare news, twice a month</label>
      <div>
        <input
          id="subscribe-email"
          type="email"
          required
          autoComplete="email"
          placeholder="E-mail address"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          aria-describedby="subscribe-note"
        />
        <Button type="submit" variant="accent" disabled={isSending}>
          {isSending ? 'Sending…' : 'Subscribe'}
        </Button>
      </div>
      <p id="subscribe-note" aria-live="polite">
        {words}
      </p>
    </Root>
  )
}

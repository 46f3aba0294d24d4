'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'

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

/** Subscriptions are not open yet: the box says so and keeps nothing. */
export function SubscribeForm() {
  const [isDone, setDone] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setDone(true)
  }
  return (
    <Root onSubmit={submit}>
      <label htmlFor="subscribe-email">Fare news, twice a month</label>
      <div>
        <input id="subscribe-email" type="email" required autoComplete="email" placeholder="E-mail address" />
        <Button type="submit" variant="accent">
          Subscribe
        </Button>
      </div>
      <p aria-live="polite">
        {isDone ? 'Fare news is not open yet. Your address was not stored.' : 'Unsubscribe in one click.'}
      </p>
    </Root>
  )
}

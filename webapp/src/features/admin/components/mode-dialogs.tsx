'use client'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field, Input } from '@/components/ui/field'
import { Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'

interface LiveProps {
  onConfirm: () => void
  onClose: () => void
}

/** Going live is a question that must be answered. */
export function LiveDialog({ onConfirm, onClose }: LiveProps) {
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title="Switch to live mode?"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Stay in Test Mode
          </Button>
          <Button variant="destructive" onClick={onConfirm}>
            Switch to Live Mode
          </Button>
        </>
      }
    >
      <Notice tone="warning">
        From then on every booking on every brand is real: tickets are issued and payments are taken from real cards.
      </Notice>
      <Text>Bookings that began in test mode end in test mode.</Text>
    </Dialog>
  )
}

interface PasswordProps {
  failure?: string
  onEnter: (password: string) => void
  onClose: () => void
}

/** Who switches the mode has given the password within ten minutes. */
export function PasswordDialog({ failure, onEnter, onClose }: PasswordProps) {
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password) onEnter(password)
  }
  return (
    <Dialog
      isOpen
      title="Enter your password"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="prove" disabled={!password}>
            Continue
          </Button>
        </>
      }
    >
      <Text>You gave it more than ten minutes ago. Please give it again to switch the mode.</Text>
      <form id="prove" onSubmit={submit} noValidate>
        <Field label="Password" error={failure}>
          <Input
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}

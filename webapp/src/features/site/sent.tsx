'use client'
import { Notice } from '@/components/ui/notice'

/** Stands where the form was. */
export function Sent({ email }: { email: string }) {
  return (
    <Notice tone="success" role="status">
      <strong>Your message is with us.</strong> We aim to answer within 24 hours, to {email}.
    </Notice>
  )
}

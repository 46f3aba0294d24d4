'use client'
import { type ComponentProps, useEffect, useRef } from 'react'
import { Notice } from '@/components/ui/notice'

type Props = Omit<ComponentProps<typeof Notice>, 'ref' | 'role' | 'tabIndex'>

/** What opened the dialog is gone with the booking, so the focus goes to the words that say so. */
export function Outcome({ tone = 'success', ...props }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return <Notice ref={ref} tone={tone} role="status" tabIndex={-1} {...props} />
}

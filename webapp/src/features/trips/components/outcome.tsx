'use client'
import { useEffect, useRef } from 'react'
import { Notice } from '@/components/ui/notice'

/** What opened the dialog is gone with the booking, so the focus goes to the words that say so. */
export function Outcome({ words }: { words: string }) {
  const ref = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new words are the reason to run, not an input.
  useEffect(() => ref.current?.focus(), [words])
  return (
    <Notice ref={ref} tone="success" role="status" tabIndex={-1} mb="4">
      {words}
    </Notice>
  )
}

'use client'
import { type ReactNode, useEffect, useRef } from 'react'
import { Notice } from '@/components/ui/notice'
import { reveal } from '@/lib/reveal'

interface Props {
  /** What to read next: it takes the focus. A reader hears the others by themselves. */
  isFirst: boolean
  children: ReactNode
}

/** Why a bag was refused, where it stands. */
export function BagProblem({ isFirst, children }: Props) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isFirst) return
    // After the heading of the step that this leads back to.
    const timer = setTimeout(() => reveal(notice.current))
    return () => clearTimeout(timer)
  }, [isFirst])
  return (
    <Notice
      ref={notice}
      tabIndex={isFirst ? -1 : undefined}
      scrollMarginTop="6rem"
      tone="error"
      role="alert"
      outline="none"
      my="2"
    >
      {children}
    </Notice>
  )
}

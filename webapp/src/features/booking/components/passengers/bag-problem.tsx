'use client'
import { type ReactNode, useEffect, useRef } from 'react'
import { Notice } from '@/components/ui/notice'
import { reveal } from '@/lib/reveal'
import { useBags } from '../../hooks/booking-contexts'
import type { RefusedBag } from '../../lib/refused-bags'

interface Props {
  of: RefusedBag['bag']
  children: ReactNode
}

/** Why a bag was refused, where it stands. The first of them is what to read next, and takes the focus. */
export function BagProblem({ of, children }: Props) {
  const { refused } = useBags()
  const isFirst = refused[0]?.bag === of
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isFirst) return
    // After the heading of the step that this leads back to.
    const timer = setTimeout(() => reveal(notice.current))
    return () => clearTimeout(timer)
  }, [isFirst])
  return (
    <Notice ref={notice} tabIndex={-1} scrollMarginTop="6rem" tone="error" role="alert" outline="none" my="2">
      {children}
    </Notice>
  )
}

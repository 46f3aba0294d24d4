'use client'
import { useState } from 'react'
import { type LatePart, useLatePart } from '@/lib/late-part'
import { useIsLate } from './use-is-late'

/**
 * A part of a form, as it is once the form is drawn: a form that gets it later would move while it is typed into. It is
 * awaited for three seconds at most; null where it isn't here by then.
 */
export function useFirstPart<Part extends object>(part: LatePart<Part>) {
  const { here, failure } = useLatePart(part)
  const isOnItsWay = !here && !failure
  const isLate = useIsLate(isOnItsWay)
  const [drawn, setDrawn] = useState<Part | null>()
  if (drawn === undefined && (!isOnItsWay || isLate)) setDrawn(here)
  return { part: drawn ?? null, isAwaited: drawn === undefined }
}

'use client'
import { useEffect, useState } from 'react'
import { routes } from '@/lib/routes'
import { writeAddress } from '@/lib/write-address'

/**
 * The offer to book: the one that the address names, or the one that has taken its place since. `key` is the same for
 * both, as it is the same booking that goes on. Addresses of the one before, to which Back leads, are put right.
 */
export function useStandingOffer(asked: string | null) {
  const [line, setLine] = useState<readonly string[]>([])
  const isReplaced = asked !== null && line.includes(asked)
  const offerId = (isReplaced && line.at(-1)) || asked

  useEffect(() => {
    if (!offerId || offerId === asked) return
    const url = new URL(window.location.href)
    // Back may have led on before this runs.
    if (url.searchParams.get('offer') !== asked) return
    url.searchParams.set('offer', offerId)
    writeAddress(routes.booking, url)
  }, [offerId, asked])

  const replace = (next: string) => setLine(isReplaced ? [...line, next] : [asked ?? '', next])
  return { offerId, key: (isReplaced && line[0]) || asked, replace }
}

'use client'
import { useEffect, useState } from 'react'
import { routes } from '@/lib/routes'
import { writeAddress } from '@/lib/write-address'
import { linkIn, type MailedLink } from '../lib/mailed-link'

/**
 * The link that led here, whose token stands behind the #: that part reaches no server and no log. It is taken out of
 * the address at once, since it stays good. Null where there is none, undefined before hydration. A link that is pasted
 * into the open page counts as well.
 */
export function useMailedLink() {
  const [link, setLink] = useState<MailedLink | null>()
  useEffect(() => {
    const read = () => {
      const found = linkIn(window.location.hash)
      if (found) writeAddress(routes.watchedPrices, window.location.pathname + window.location.search)
      setLink((before) => found ?? before ?? null)
    }
    read()
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  return [link, setLink] as const
}

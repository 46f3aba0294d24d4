'use client'
import { useEffect } from 'react'
import { useSystemMode } from '@/lib/api/system-mode'
import { reload } from '@/lib/load-document'
import { routes } from '@/lib/routes'

/** Whether this document was loaded at another page: soft navigation changes the address and not the document. */
function isLoadedElsewhere() {
  const [loaded] = performance.getEntriesByType('navigation')
  return loaded !== undefined && new URL(loaded.name).pathname !== routes.booking
}

/**
 * Whether the booking may be shown. Only the document of /booking has a policy that lets in the card provider's fields,
 * so a traveller who comes from another page gets that document first, before anything is typed. What follows is one
 * document up to the payment: passports are kept in its memory alone.
 */
export function useCardDocument() {
  const { cardFields, known } = useSystemMode()
  const isElsewhere = isLoadedElsewhere()
  const isWrong = isElsewhere && cardFields !== null
  useEffect(() => {
    if (isWrong) reload()
  }, [isWrong])
  return !isElsewhere || (known && !isWrong)
}

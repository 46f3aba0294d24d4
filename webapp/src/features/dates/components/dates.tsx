'use client'
import dynamic from 'next/dynamic'
import { useLayoutEffect } from 'react'
import type { Price } from '@/lib/api/types'
import type { SearchCriteria } from '@/lib/criteria'
import { useFound } from '../hooks/use-found'
import { followedCell, noteShown } from '../lib/followed-cell'

const DatesPanel = dynamic(() => import('./dates-panel').then((module) => module.DatesPanel), { ssr: false })
const EarlierPrice = dynamic(() => import('./earlier-price').then((module) => module.EarlierPrice), { ssr: false })

interface Props {
  criteria: SearchCriteria
  isOpen: boolean
  onClose: () => void
  /** All airlines have answered. */
  isSettled: boolean
  /** The lowest price that the search has found; null until that is known. */
  found: Price | null
}

/** Prices of other dates over the list of a search. Nothing of it is loaded before somebody wants to see them. */
export function Dates({ criteria, isOpen, onClose, isSettled, found }: Props) {
  const followed = followedCell(criteria)
  const foundAt = useFound(found)
  // Before the effects of the cells.
  useLayoutEffect(() => noteShown(criteria), [criteria])
  return (
    <>
      {isOpen && <DatesPanel criteria={criteria} onClose={onClose} isSettled={isSettled} found={foundAt} />}
      {followed && found && <EarlierPrice followed={followed} found={found} />}
    </>
  )
}

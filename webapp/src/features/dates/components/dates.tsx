'use client'
import dynamic from 'next/dynamic'
import { type ComponentProps, useLayoutEffect } from 'react'
import { Box } from '@/components/ui/layout'
import type { Price } from '@/lib/api/types'
import type { SearchCriteria } from '@/lib/criteria'
import { latePart, useLatePart } from '@/lib/late-part'
import { useFound } from '../hooks/use-found'
import { followedCell, noteShown } from '../lib/followed-cell'
import { panelHeight } from '../lib/panel-height'
import type { DatesPanel } from './dates-panel'

const panelPart = latePart(() => import('./dates-panel'))
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
      {isOpen && <Panel criteria={criteria} onClose={onClose} isSettled={isSettled} found={foundAt} />}
      {followed && found && <EarlierPrice followed={followed} found={found} />}
    </>
  )
}

/** The panel, or its frame until it is here: the list below it stays where it is. */
function Panel(props: ComponentProps<typeof DatesPanel>) {
  const late = useLatePart(panelPart)
  if (late) return <late.DatesPanel {...props} />
  const frame = { bg: 'surface', border: '1px solid {colors.line}', borderRadius: 'lg' }
  return <Box aria-busy="true" h={panelHeight(props.criteria)} mb="5" css={frame} />
}

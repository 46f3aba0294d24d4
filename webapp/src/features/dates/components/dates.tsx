'use client'
import dynamic from 'next/dynamic'
import { type ComponentProps, useLayoutEffect } from 'react'
import { Box } from '@/components/ui/layout'
import { NotLoaded } from '@/components/ui/not-loaded'
import type { Price } from '@/lib/api/types'
import type { SearchCriteria } from '@/lib/criteria'
import { latePart, useLatePart } from '@/lib/late-part'
import { orNothing } from '@/lib/or-nothing'
import { useDatesView } from '../hooks/use-dates-view'
import { useFound } from '../hooks/use-found'
import { useWithBags } from '../hooks/use-with-bags'
import { followedCell, noteShown } from '../lib/followed-cell'
import { panelFrame, panelRoom } from '../lib/panel-frame'
import { panelHeight } from '../lib/panel-height'
import type { DatesPanel } from './dates-panel'

const panelPart = latePart(() => import('./dates-panel'))
/** Where it can't be fetched the list says its own price. */
const EarlierPrice = dynamic(() => orNothing(import('./earlier-price').then((module) => module.EarlierPrice)), {
  ssr: false,
})

interface Props {
  criteria: SearchCriteria
  isOpen: boolean
  onClose: () => void
  /** Goes to the flights of the search, below. */
  onFlights: () => void
  /** All airlines have answered. */
  isSettled: boolean
  /** The lowest price that the search has found; null until that is known. */
  found: Price | null
}

/** Prices of other dates over the list of a search. Nothing of it is loaded before somebody wants to see them. */
export function Dates({ criteria, isOpen, onClose, onFlights, isSettled, found }: Props) {
  const followed = followedCell(criteria)
  const foundAt = useFound(found)
  // Before the effects of the cells.
  useLayoutEffect(() => noteShown(criteria), [criteria])
  return (
    <>
      {isOpen && (
        <Panel criteria={criteria} onClose={onClose} onFlights={onFlights} isSettled={isSettled} found={foundAt} />
      )}
      {followed && found && <EarlierPrice followed={followed} found={found} />}
    </>
  )
}

/** The panel, or its frame until it is here: the list below it stays where it is. */
function Panel(props: ComponentProps<typeof DatesPanel>) {
  const { here, failure } = useLatePart(panelPart)
  const [view] = useDatesView()
  const isWithBags = useWithBags()
  if (here) return <here.DatesPanel {...props} />
  const h = panelHeight({ criteria: props.criteria, isGraph: view === 'graph', isWithBags })
  if (!failure) return <Box aria-busy="true" h={h} css={panelFrame} />
  return (
    <Box h={h} css={panelRoom}>
      <NotLoaded {...failure} />
    </Box>
  )
}

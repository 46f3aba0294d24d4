'use client'
import type { ComponentProps, MouseEvent } from 'react'
import { AppLink } from '@/components/ui/app-link'
import type { FareCell } from '@/lib/api/types'
import type { SearchCriteria } from '@/lib/criteria'
import { areSameDates } from '../lib/cells'
import { noteFollowed, noteSaid } from '../lib/followed-cell'
import { datesHref, withDates } from '../lib/other-dates'

const isForAnotherTab = (event: MouseEvent) => event.ctrlKey || event.metaKey || event.shiftKey

interface Props extends Omit<ComponentProps<typeof AppLink>, 'href'> {
  criteria: SearchCriteria
  cell: FareCell
}

/** Leads to the search of a cell's dates. The chosen dates' own leads nowhere: their results are here, as they are looked at. */
export function DatesLink({ criteria, cell, ...props }: Props) {
  const isChosen = areSameDates(cell, criteria)
  const there = withDates(criteria, cell)
  const open = () => {
    if (!isChosen) noteSaid(there, cell)
  }
  const follow = (event: MouseEvent) => {
    if (isForAnotherTab(event)) open()
    else if (isChosen) event.preventDefault()
    else noteFollowed(criteria, there, cell)
  }
  return (
    <AppLink
      href={datesHref(criteria, cell)}
      prefetch={false}
      scroll={false}
      aria-current={isChosen || undefined}
      onClick={follow}
      // The middle button opens another tab.
      onAuxClick={open}
      {...props}
    />
  )
}

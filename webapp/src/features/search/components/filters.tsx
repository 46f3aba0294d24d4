'use client'
import type { ComponentProps } from 'react'
import { Box } from '@/components/ui/layout'
import { NotLoaded } from '@/components/ui/not-loaded'
import { latePart, useLatePart } from '@/lib/late-part'
import type { FiltersPane } from './filters-pane'

const panePart = latePart(() => import('./filters-pane'))

/** The filters, loaded when they are opened. Beside the list they have their column before. */
export function Filters(props: ComponentProps<typeof FiltersPane>) {
  const { here, failure } = useLatePart(panePart)
  if (here) return <here.FiltersPane {...props} />
  return failure ? <NotLoaded {...failure} /> : <Box display={{ base: 'none', md: 'block' }} aria-busy="true" />
}

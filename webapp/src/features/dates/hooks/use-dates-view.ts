'use client'
import { useKept } from './use-kept'

type DatesView = 'grid' | 'graph'

/** Whether prices of other dates stand as a grid of days or as a graph. */
export const useDatesView = () => useKept<DatesView>('datesShown', 'grid')

'use client'
import dynamic from 'next/dynamic'
import type { ComponentProps, RefObject } from 'react'
import type { useCompare } from '../hooks/use-compare'
import { useCompareFocus } from '../hooks/use-compare-focus'
import type { CompareDrawer as Drawer } from './compare-drawer'

const CompareBar = dynamic(() => import('./compare-bar').then((module) => module.CompareBar), { ssr: false })
const CompareDrawer = dynamic(() => import('./compare-drawer').then((module) => module.CompareDrawer), { ssr: false })

type Props = Pick<ComponentProps<typeof Drawer>, 'listed' | 'comparable' | 'known' | 'typical' | 'href'> & {
  compare: ReturnType<typeof useCompare>
  /** Where the results begin. */
  top: RefObject<HTMLElement | null>
}

/** Nothing of it is loaded before a flight is chosen. */
export function ComparePanel({ compare, top, ...rest }: Props) {
  const { chosen, refused, isOpen, open, close, remove, clear } = compare
  useCompareFocus(chosen, top)
  if (chosen.length === 0) return null
  return (
    <>
      <CompareBar count={chosen.length} refused={refused} onOpen={open} onClear={clear} />
      {isOpen && <CompareDrawer ids={chosen} onRemove={remove} onClose={close} {...rest} />}
    </>
  )
}

'use client'
import dynamic from 'next/dynamic'
import type { ComponentProps, RefObject } from 'react'
import { bottomBar } from '@/components/ui/bottom-bar'
import { Box } from '@/components/ui/layout'
import { NotLoaded } from '@/components/ui/not-loaded'
import { latePart, useLatePart } from '@/lib/late-part'
import type { useCompare } from '../hooks/use-compare'
import { useCompareFocus } from '../hooks/use-compare-focus'
import type { CompareBar } from './compare-bar'
import type { CompareDrawer as Drawer } from './compare-drawer'

const barPart = latePart(() => import('./compare-bar'))
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
      <Bar count={chosen.length} refused={refused} onOpen={open} onClear={clear} />
      {isOpen && <CompareDrawer ids={chosen} onRemove={remove} onClose={close} {...rest} />}
    </>
  )
}

function Bar(props: ComponentProps<typeof CompareBar>) {
  const { here, failure } = useLatePart(barPart)
  if (here) return <here.CompareBar {...props} />
  if (!failure) return null
  return (
    <Box css={bottomBar} py="2">
      <NotLoaded {...failure} />
    </Box>
  )
}

'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Global } from '@emotion/react'
import { type ComponentProps, type RefObject, useEffect, useRef } from 'react'
import { bottomBar } from '@/components/ui/bottom-bar'
import { Button } from '@/components/ui/button'
import { NotLoaded } from '@/components/ui/not-loaded'
import { type LateFailure, latePart, useLatePart } from '@/lib/late-part'
import * as words from '@/messages/components/ui'
import { useBarRoom } from '../hooks/use-bar-room'
import type { useCompare } from '../hooks/use-compare'
import { focusCard, useCompareFocus } from '../hooks/use-compare-focus'
import { moveFocus } from '../lib/move-focus'
import type { CompareBar } from './compare-bar'
import type { CompareDrawer } from './compare-drawer'

const barPart = latePart(() => import('./compare-bar'))
const drawerPart = latePart(() => import('./compare-drawer'))

const NoticeRoot = chakra('div', {
  base: {
    ...bottomBar,
    display: 'flex',
    flexWrap: 'wrap',
    gap: '2',
    pt: '2',
    pb: 'calc(0.5rem + env(safe-area-inset-bottom))',
    '& > div': { flex: '1 1 16rem' },
  },
})

type DrawerProps = ComponentProps<typeof CompareDrawer>
type Props = Pick<DrawerProps, 'listed' | 'comparable' | 'known' | 'typical' | 'href'> & {
  compare: ReturnType<typeof useCompare>
  /** Where the results begin. */
  top: RefObject<HTMLElement | null>
}

/** Nothing of it is loaded before a flight is chosen. */
export function ComparePanel({ compare, top, ...rest }: Props) {
  const { chosen, refused, isOpen, open, close, remove, clear } = compare
  const { here: drawer, failure } = useLatePart(drawerPart, isOpen)
  useCompareFocus(chosen, top)
  if (chosen.length === 0) return null
  if (isOpen && failure) {
    const leave = () => {
      close()
      focusCard(chosen, top)
    }
    return <BarNotice failure={failure} onClose={leave} />
  }
  return (
    <>
      <Bar count={chosen.length} refused={refused} onOpen={open} onClear={clear} />
      {isOpen && drawer && <drawer.CompareDrawer ids={chosen} onRemove={remove} onClose={close} {...rest} />}
    </>
  )
}

function Bar(props: ComponentProps<typeof CompareBar>) {
  const { here, failure } = useLatePart(barPart)
  if (here) return <here.CompareBar {...props} />
  return failure && <BarNotice failure={failure} />
}

interface NoticeProps {
  failure: LateFailure
  /** Leads back to the bar, where that can be fetched. */
  onClose?: () => void
}

/** In the place of the bar: it or the table of the flights could not be fetched. */
function BarNotice({ failure, onClose }: NoticeProps) {
  const notice = useRef<HTMLDivElement>(null)
  const room = useBarRoom(notice)
  useEffect(() => {
    // What was pressed is gone with the bar.
    if (document.activeElement === document.body) moveFocus(notice.current)
  }, [])
  return (
    <NoticeRoot ref={notice} tabIndex={-1}>
      <Global styles={room} />
      <NotLoaded {...failure} />
      {onClose && (
        <Button variant="ghost" onClick={onClose}>
          {words.close}
        </Button>
      )}
    </NoticeRoot>
  )
}

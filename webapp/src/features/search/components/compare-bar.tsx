'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Global } from '@emotion/react'
import { Fragment, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { bottomBar } from '@/components/ui/bottom-bar'
import { Button } from '@/components/ui/button'
import * as words from '@/messages/search/compare'
import { MOST_COMPARED } from '../lib/compare-address'

const Root = chakra('section', {
  base: {
    ...bottomBar,
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: { base: 'space-between', md: 'center' },
    gap: '2',
    columnGap: { md: '4' },
    pt: '2',
    pb: 'calc(0.5rem + env(safe-area-inset-bottom))',
    textStyle: 'sm',
    '& p': { minW: '0', flex: { base: '1 1 9rem', md: 'none' } },
    '& div': { display: 'flex', flex: { base: '1 1 auto', md: 'none' }, gap: '2' },
    '& button:last-child': { flex: { base: '1', md: 'none' } },
  },
})

/** Room for what the bar covers: the end of the page, the field with the focus, and what floats above it. */
const roomFor = (height: number) => ({
  '@media (min-height: 26rem)': {
    ':root': { '--bar-room': `${height}px` },
    body: { paddingBottom: 'calc(var(--bar-room) + 0.5rem)' },
    html: { scrollPaddingBottom: 'calc(var(--bar-room) + 1.5rem)' },
  },
})

/** In pixels: on a narrow phone the words and the buttons take a line each. */
function useHeight(ref: RefObject<HTMLElement | null>) {
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setHeight(element.offsetHeight)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return height
}

interface Props {
  count: number
  /** How often one more than the most was pressed. */
  refused: number
  onOpen: () => void
  onClear: () => void
}

function status(count: number, refused: number) {
  if (refused > 0) return words.noMore({ count })
  return count === MOST_COMPARED ? words.chosenMost({ count }) : words.chosen({ count })
}

/** How many flights are chosen, and the way to see them side by side. */
export function CompareBar({ count, refused, onOpen, onClear }: Props) {
  const bar = useRef<HTMLElement>(null)
  const height = useHeight(bar)
  return (
    <Root ref={bar} aria-label={words.barLabel}>
      <Global styles={roomFor(height)} />
      <p role="status">
        {/* Another text, though of the same words: each further press is told. */}
        <Fragment key={refused}>{status(count, refused)}</Fragment>
      </p>
      <div>
        <Button variant="ghost" onClick={onClear}>
          {words.clear}
        </Button>
        <Button onClick={onOpen} disabled={count < 2}>
          {words.title({ count })}
        </Button>
      </div>
    </Root>
  )
}

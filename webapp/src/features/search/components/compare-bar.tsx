'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Global } from '@emotion/react'
import { Fragment, useRef } from 'react'
import { bottomBar } from '@/components/ui/bottom-bar'
import { Button } from '@/components/ui/button'
import * as words from '@/messages/search/compare'
import { useBarRoom } from '../hooks/use-bar-room'
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
  const room = useBarRoom(bar)
  return (
    <Root ref={bar} aria-label={words.barLabel}>
      <Global styles={room} />
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

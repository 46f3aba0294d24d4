'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Arc } from '@/components/ui/arc'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { Progress } from '../hooks/use-search-progress'

const Pill = chakra('div', {
  base: {
    position: 'fixed',
    left: '50%',
    bottom: '6',
    translate: '-50% 0',
    zIndex: 'bar',
    display: 'inline-flex',
    alignItems: 'center',
    gap: '3',
    p: '1.5',
    '& .words': { display: 'inline-flex', alignItems: 'center', gap: '3', minH: '9', pl: '2.5', pr: '3.5' },
    '& button': { borderRadius: 'full' },
    borderRadius: 'full',
    bg: 'deep',
    color: 'deep.fg',
    fontSize: 'sm',
    fontWeight: 'medium',
    whiteSpace: 'nowrap',
    shadow: 'popover',
    '& svg': { w: '11', h: '4', color: 'accent' },
  },
})

interface PillProps {
  isSearching: boolean
  /** Offers that wait for the reader's word. */
  waiting: number
  onShow: () => void
}

/** Floats over the page while the airlines are being asked, and as long as what they answered waits to be seen. */
export function SearchingPill({ isSearching, waiting, onShow }: PillProps) {
  if (!isSearching && waiting === 0) return null
  return (
    <Pill data-deep>
      {isSearching && (
        <span className="words" role="status">
          <Arc isLooping />
          Searching all airlines...
        </span>
      )}
      {waiting > 0 && (
        <Button variant="accent" size="sm" onClick={onShow}>
          Show {waiting} new {waiting === 1 ? 'flight' : 'flights'}
        </Button>
      )}
    </Pill>
  )
}

const words = {
  none: 'Airlines answer within a few seconds.',
  provisional: 'These came first; the best may still be on their way.',
  earlier: 'These fares were seen a moment ago and are being confirmed.',
  settled: 'Flights you were looking at have kept their places.',
}

interface Props {
  /** What is on screen while the airlines are being asked, and after they were. */
  shows: keyof typeof words
  progress?: Progress | null
}

/** As high with few words as with many: what stands below it stays where it is. */
export function SearchingBanner({ shows, progress }: Props) {
  return (
    <Notice tone="brand" icon={shows === 'settled' ? 'ok' : 'search'} minH={{ base: '5.75rem', md: '4.25rem' }}>
      <strong>{shows === 'settled' ? 'The search is complete' : 'Searching for the best flight deals'}</strong>
      <br />
      {words[shows]}{' '}
      <span role="status">
        {progress && progress.asked > 0 && `${progress.answered} of ${progress.asked} airlines answered.`}
      </span>
    </Notice>
  )
}

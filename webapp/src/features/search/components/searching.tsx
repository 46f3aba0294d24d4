'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Arc } from '@/components/ui/arc'
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
    py: '2.5',
    pl: '4',
    pr: '5',
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

/** Floats over the page while the airlines are being asked. */
export function SearchingPill() {
  return (
    <Pill role="status" data-deep>
      <Arc isLooping />
      Searching all airlines...
    </Pill>
  )
}

const words = {
  none: 'Airlines answer within a few seconds.',
  provisional: 'These came first; the best may still be on their way.',
  earlier: 'These fares were seen a moment ago and are being confirmed.',
}

interface Props {
  /** What is on screen while the airlines are being asked. */
  shows: keyof typeof words
  progress?: Progress | null
}

export function SearchingBanner({ shows, progress }: Props) {
  return (
    <Notice tone="brand" icon="search">
      <strong>Searching for the best flight deals</strong>
      <br />
      {words[shows]}{' '}
      <span role="status">
        {progress && progress.asked > 0 && `${progress.answered} of ${progress.asked} airlines answered.`}
      </span>
    </Notice>
  )
}

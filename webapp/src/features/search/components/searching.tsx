'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Arc } from '@/components/ui/arc'
import { Button } from '@/components/ui/button'
import type { Offer } from '@/lib/api/types'
import { formatPrice } from '@/lib/money'
import type { Progress } from '../hooks/use-search-progress'
import { sortOffers } from '../lib/offers'

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
  waiting: readonly Offer[]
  onShow: () => void
}

/** Floats over the page while the airlines are being asked, and as long as what they answered waits to be seen. */
export function SearchingPill({ isSearching, waiting, onShow }: PillProps) {
  const count = waiting.length
  const lowest = sortOffers(waiting, 'price-asc')[0]?.price
  if (lowest) {
    return (
      <Pill data-deep>
        <Button variant="accent" size="sm" onClick={onShow}>
          Show {count} new {count === 1 ? 'flight' : 'flights'}, from {formatPrice(lowest.amount, lowest.currency)}
        </Button>
      </Pill>
    )
  }
  if (!isSearching) return null
  return (
    <Pill role="status" data-deep>
      <span className="words">
        <Arc isLooping />
        Searching all airlines...
      </span>
    </Pill>
  )
}

const words = {
  none: 'Airlines answer within a few seconds.',
  provisional: 'The best may still be on their way.',
  earlier: 'Seen a moment ago, being confirmed now.',
  settled: 'What you were reading has kept its place.',
}

/** Has its height from the start: what stands below it stays where it is. */
const Banner = chakra('div', {
  base: {
    containerType: 'inline-size',
    '& > div': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      alignItems: 'center',
      gap: '1',
      pb: '1',
      textStyle: 'sm',
    },
    '& .detail': { minH: '1lh', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
    // One line where the stops still have room between the words.
    '@container (min-width: 560px)': {
      '& > div': { gridTemplateColumns: 'auto minmax(0, 1fr) auto', gap: '5', pb: '2' },
      '& .detail': { order: '1', textAlign: 'right' },
    },
  },
})

/** Dotted is to come, drawn is done, and each airline is a stop on the way. */
const Way = chakra('div', {
  base: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    h: '3',
    borderRadius: 'full',
    _before: {
      content: '""',
      position: 'absolute',
      insetX: '0',
      top: 'calc(50% - 1px)',
      borderTop: '2px dotted {colors.line.strong}',
    },
    '& .done': { position: 'absolute', left: '0', h: '2px', bg: 'route' },
    '& i': {
      position: 'relative',
      boxSize: '2',
      borderRadius: 'full',
      bg: 'canvas',
      border: '1.5px solid {colors.line.strong}',
      '&.answered': { bg: 'route', borderColor: 'route' },
    },
  },
})

/** More stops than this would be a solid bar on a phone. */
const MOST_STOPS = 20

function WayThrough({ answered, asked }: Pick<Progress, 'answered' | 'asked'>) {
  const stops = asked > 0 && asked <= MOST_STOPS ? asked : 0
  return (
    <Way aria-hidden="true">
      <span className="done" style={{ width: asked > 0 ? `${(100 * answered) / asked}%` : '0' }} />
      {Array.from({ length: stops }, (_, stop) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stop is its place
        <i key={stop} className={stop < answered ? 'answered' : undefined} />
      ))}
    </Way>
  )
}

interface Props {
  /** What is on screen while the airlines are being asked, and after they were. */
  shows: keyof typeof words
  progress?: Progress | null
}

export function SearchingBanner({ shows, progress }: Props) {
  const isSettled = shows === 'settled'
  const { answered, asked } = progress ?? (isSettled ? { answered: 1, asked: 1 } : { answered: 0, asked: 0 })
  return (
    <Banner>
      <div>
        <strong>{isSettled ? 'All airlines were asked' : 'Searching for the best flight deals'}</strong>
        <span className="detail" role="status">
          {progress && asked > 0 ? `${answered} of ${asked} airlines answered.` : words[shows]}
        </span>
        <WayThrough answered={answered} asked={asked} />
      </div>
    </Banner>
  )
}

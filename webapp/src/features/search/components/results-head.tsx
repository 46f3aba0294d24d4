'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'
import * as words from '@/messages/search/results'
import type { Airlines, Progress } from '../hooks/use-search-progress'

/** As high while it searches as afterwards: what stands below it stays where it is. */
const Root = chakra('div', {
  base: {
    containerType: 'inline-size',
    '& > div': {
      position: 'relative',
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      alignItems: 'center',
      gap: '1',
      pb: '3',
      textStyle: 'sm',
    },
    // On phones, whose tools have no room for it, and on wide screens, where they have none for its words, a link stands in
    // the line. A finger finds it beyond the line, which is no higher.
    '& .title': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '3' },
    '& .watch': { flexShrink: '0', my: '-3', display: { mdToXl: 'none' } },
    '& .detail': { minH: '1lh', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
    '& .way': { position: 'absolute', insetX: '0', bottom: '0' },
    // One line where the stops still have room between the words.
    '@container (min-width: 640px)': {
      '& > div': { gridTemplateColumns: 'auto minmax(0, 1fr) auto', gap: '5', pb: '2' },
      '& .detail': { gridColumn: '3', textAlign: 'end' },
      '& .way': { position: 'relative', gridColumn: '2', gridRow: '1' },
    },
  },
})

/** Dotted is to come, drawn is done, and each airline is a stop on the way. */
const Way = chakra('div', {
  base: {
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
    '& .done': { position: 'absolute', insetStart: '0', h: '2px', bg: 'route' },
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
    <Way className="way" aria-hidden="true">
      <span className="done" style={{ width: asked > 0 ? `${(100 * answered) / asked}%` : '0' }} />
      {Array.from({ length: stops }, (_, stop) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stop is its place
        <i key={stop} className={stop < answered ? 'answered' : undefined} />
      ))}
    </Way>
  )
}

const details = {
  none: words.answersSoon,
  provisional: words.bestToCome,
  earlier: words.seenEarlier,
}

/** What the head says, as far as the search is. */
interface Lines {
  title: ReactNode
  detail: ReactNode
  way?: ReactNode
}

interface Searching {
  /** What is on screen while the airlines are being asked. */
  shows: keyof typeof details
  progress?: Progress | null
}

export function searching({ shows, progress }: Searching): Lines {
  const { answered, asked } = progress ?? { answered: 0, asked: 0 }
  const detail = asked > 0 ? words.searchingAirlines({ asked, answered }) : details[shows]
  return { title: words.searchingTitle, detail, way: <WayThrough answered={answered} asked={asked} /> }
}

interface Found {
  total: number
  /** How many of them pass the filters; null without filters. */
  matching: number | null
  /** How the airlines answered, where that is known. */
  airlines: Airlines | null
  /** What was asked for anew has brought nothing new. */
  isRepeated?: boolean
}

/** "196 flights from 16 airlines": what the search has found. */
export function found({ total, matching, airlines, isRepeated }: Found): Lines {
  const title = matching === null ? foundIn(total, airlines) : words.matching({ matching, flights: total })
  return { title, detail: isRepeated ? words.noNewerPrices : words.pricesAreTotals }
}

interface HeadProps extends Lines {
  /** The button of another feature, in words. It stays, with what it has opened, when the search ends with flights, even by an error. */
  watch?: ReactNode
}

export function Head({ title, detail, way, watch }: HeadProps) {
  return (
    <Root>
      <div>
        <div className="title">
          <strong>{title}</strong>
          {watch && <div className="watch">{watch}</div>}
        </div>
        <span className="detail">{detail}</span>
        {way}
      </div>
    </Root>
  )
}

function foundIn(flights: number, airlines: Airlines | null) {
  const { answered = 0, asked = 0, isOver }: Partial<Airlines> = airlines ?? {}
  if (asked > 0 && answered === asked) return words.foundAtAll({ flights, airlines: asked })
  return isOver ? words.foundAtSome({ flights, answered, asked }) : words.found({ flights })
}

'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import type { CSSProperties } from 'react'
import { Text } from '@/components/ui/layout'
import { formatDay } from '@/lib/dates'
import { formatPrice } from '@/lib/money'
import * as words from '@/messages/dates/graph'
import { type Bar, heightOf, rangeOf } from '../lib/bars'

/** A bar's share of the width, and the part of it that is drawn. */
const STEP = 10
const WIDTH = 7
/** A day without a price has a mark of this height. */
const STUB = 1.5
/** A price in another currency, whose height would say nothing, has one of this. */
const OTHER = 12

const Root = chakra('div', {
  base: {
    // Time goes as the picture is drawn, whatever the language.
    direction: 'ltr',
    '& svg': { display: 'block', w: 'full', h: '9rem', borderBottom: '1px solid {colors.line.strong}' },
    '& rect': { fill: 'route', opacity: '0.62', _highContrast: { fill: 'CanvasText', opacity: '1' } },
    '& .none': { fill: 'line.strong', opacity: '1' },
    '& .other': {
      fill: 'none',
      stroke: 'ink',
      opacity: '1',
      vectorEffect: 'non-scaling-stroke',
      _highContrast: { stroke: 'CanvasText' },
    },
    '& .lowest, & .chosen': { opacity: '1' },
    '& .chosen': { fill: 'ink', _highContrast: { fill: 'Highlight' } },
    '& p': { display: 'flex', justifyContent: 'space-between', textStyle: 'xs', color: 'fg.muted' },
    '& p + svg': { mt: '1' },
    // Below the bar of the chosen dates, which a color alone would not tell from the others.
    '& .mark': { position: 'relative', h: '2.5' },
    // Of many days the bars at the ends are narrower than the mark, which stays inside the picture.
    '& .mark span': {
      position: 'absolute',
      top: '0.5',
      left: 'clamp(0.25rem, var(--at), calc(100% - 0.25rem))',
      translate: '-50% 0',
    },
  },
})

const Mark = chakra('span', {
  base: {
    display: 'inline-block',
    boxSize: '2',
    clipPath: 'polygon(50% 0, 100% 100%, 0 100%)',
    bg: 'ink',
    _highContrast: { forcedColorAdjust: 'none', bg: 'Highlight' },
  },
})

/** Points at the bar of the chosen dates, and heads what is said of it. `at` is a share of the picture's width. */
export const ChosenMark = ({ at }: { at?: string }) => <Mark aria-hidden="true" style={placedAt(at)} />

const placedAt = (at: string | undefined) => ({ '--at': at }) as CSSProperties

interface Props {
  bars: readonly Bar[]
  currency: string | null
  /** What the picture shows, for screen readers. */
  label: typeof words.label
}

/** The price of each day as a bar. A table says the same in words. */
export function Bars({ bars, currency, label }: Props) {
  const range = rangeOf(bars)
  const hasOthers = bars.some(({ other }) => other !== null)
  if (!range || !currency) return <Text color="fg.muted">{hasOthers ? words.othersOnly : words.none}</Text>
  return (
    <>
      <Picture bars={bars} currency={currency} label={label} range={range} />
      {hasOthers && (
        <Text textStyle="xs" color="fg.muted">
          {words.others}
        </Text>
      )}
    </>
  )
}

interface PictureProps extends Props {
  currency: string
  range: NonNullable<ReturnType<typeof rangeOf>>
}

function Picture({ bars, currency, label, range }: PictureProps) {
  const chosen = bars.findIndex(({ isChosen }) => isChosen)
  const [low, high] = range.map((amount) => formatPrice(amount, currency)) as [string, string]
  return (
    <Root>
      <p aria-hidden="true">{high}</p>
      <svg
        viewBox={`0 0 ${bars.length * STEP} 100`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label({ low, high })}
      >
        {bars.map((bar, place) => (
          <Column key={bar.day} bar={bar} place={place} highest={range[1]} currency={currency} />
        ))}
      </svg>
      {chosen >= 0 && (
        <div className="mark">
          <ChosenMark at={`${(100 * (chosen + 0.5)) / bars.length}%`} />
        </div>
      )}
      <p aria-hidden="true">
        <span>{formatDay(bars[0]?.day)}</span>
        <span>{formatDay(bars.at(-1)?.day)}</span>
      </p>
    </Root>
  )
}

const classOf = ({ amount, other, isChosen, isLowest }: Bar) => {
  if (amount === null) return other ? 'other' : 'none'
  return isChosen ? 'chosen' : isLowest ? 'lowest' : undefined
}

interface ColumnProps {
  bar: Bar
  place: number
  highest: string
  currency: string
}

function Column({ bar, place, highest, currency }: ColumnProps) {
  const stub = bar.other ? OTHER : STUB
  const height = bar.amount === null ? stub : heightOf(bar.amount, highest)
  const price = bar.amount === null ? bar.other : { amount: bar.amount, currency }
  return (
    <rect className={classOf(bar)} x={place * STEP + (STEP - WIDTH) / 2} y={100 - height} width={WIDTH} height={height}>
      {price && (
        <title>{words.bar({ day: formatDay(bar.day), price: formatPrice(price.amount, price.currency) })}</title>
      )}
    </rect>
  )
}

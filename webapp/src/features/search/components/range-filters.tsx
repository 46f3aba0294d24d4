'use client'
import { Slider } from '@chakra-ui/react/slider'
import { chakra } from '@chakra-ui/react/styled-system'
import { type ComponentProps, useId } from 'react'
import { formatMinutes } from '@/lib/dates'
import { formatPrice } from '@/lib/money'
import * as panelWords from '@/messages/search/filter-panel'
import * as words from '@/messages/search/filters'
import { drawnInForcedColors } from '@/theme/forced-colors'
import type { Bounds } from '../lib/bounds'
import { durationSteps, priceSteps, roundTicks, type Span } from '../lib/ticks'
import type { FilterProps } from './filter-panel'

const BARS = 18

const Head = chakra('div', {
  base: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '3',
    fontSize: 'sm',
    fontVariantNumeric: 'tabular-nums',
  },
})
const Axis = chakra('div', {
  base: {
    position: 'relative',
    h: '6',
    mx: '3',
    mt: '-1',
    textStyle: 'xs',
    color: 'fg.muted',
    fontVariantNumeric: 'tabular-nums',
    '& span': { position: 'absolute', translate: '-50% 0', pt: '1.5', whiteSpace: 'nowrap' },
    '& span::before': {
      content: '""',
      position: 'absolute',
      top: '0',
      left: '50%',
      w: '1px',
      h: '1',
      bg: 'line.strong',
    },
  },
})
const Histogram = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'flex-end',
    gap: '2px',
    h: '14',
    mt: '3',
    // The bars stand over the values that the handles point at, and end above them.
    mx: '3',
    mb: '-0.5rem',
    '& i': {
      flex: '1',
      minH: '2px',
      bg: 'line.strong',
      opacity: '0.45',
      borderRadius: '1px 1px 0 0',
      ...drawnInForcedColors('GrayText'),
    },
    '& .in': { bg: 'route', opacity: '1', ...drawnInForcedColors('Highlight') },
  },
})

/** How many prices fall into each of equal parts of the range. */
function histogram(prices: readonly number[], [min, max]: Span) {
  const width = (max - min) / BARS || 1
  const counts = Array.from({ length: BARS }, () => 0)
  for (const price of prices) {
    const bar = Math.min(BARS - 1, Math.floor((price - min) / width))
    counts[bar] = (counts[bar] ?? 0) + 1
  }
  const highest = Math.max(1, ...counts)
  return counts.map((count, bar) => ({
    from: min + bar * width,
    to: min + (bar + 1) * width,
    count,
    share: count / highest,
  }))
}

/** What the drawing shows, for who does not see it. */
function priceWords(bars: ReturnType<typeof histogram>, currency: string) {
  const fullest = bars.reduce((best, bar) => (bar.count > best.count ? bar : best))
  const price = (amount: number) => formatPrice(Math.round(amount), currency)
  return panelWords.priceSpread({ count: fullest.count, low: price(fullest.from), high: price(fullest.to) })
}

/** Round values along a slider, each under its place. */
function Ticks({
  bounds,
  steps,
  format,
}: {
  bounds: Span
  steps: readonly number[]
  format: (value: number) => string
}) {
  const [min, max] = bounds
  return (
    <Axis aria-hidden="true">
      {roundTicks(bounds, steps).map((value) => (
        <span key={value} style={{ left: `${(100 * (value - min)) / (max - min)}%` }}>
          {format(value)}
        </span>
      ))}
    </Axis>
  )
}

type SliderProps = Omit<ComponentProps<typeof Slider.Root>, 'aria-label' | 'aria-labelledby'> & {
  /** Of each handle. */
  names: readonly string[]
}

/** A slider whose handles have names of their own: the library would give all of them one that is not in the page. */
function NamedSlider({ names, ...props }: SliderProps) {
  const id = useId()
  const labels = names.map((name, index) => ({ id: `${id}-${index}`, name }))
  return (
    <Slider.Root {...props} aria-labelledby={labels.map((label) => label.id)}>
      {labels.map((label) => (
        <span key={label.id} id={label.id} hidden>
          {label.name}
        </span>
      ))}
      <Slider.Control>
        <Slider.Track>
          <Slider.Range />
        </Slider.Track>
        <Slider.Thumbs />
      </Slider.Control>
    </Slider.Root>
  )
}

type Props = FilterProps & { bounds: Bounds }

export function PriceFilter({ offers, filters, onChange, bounds, currency }: Props & { currency: string }) {
  const [min, max] = bounds.price
  const [low, high] = filters.priceRange ?? bounds.price
  const prices = offers.filter(({ price }) => price.currency === currency).map(({ price }) => Number(price.amount))
  if (min === max) return null
  const bars = histogram(prices, bounds.price)
  return (
    <div>
      <Head>
        <b>{words.price}</b>
        <span>{panelWords.priceRange({ low: formatPrice(low, currency), high: formatPrice(high, currency) })}</span>
      </Head>
      <Histogram role="img" aria-label={priceWords(bars, currency)}>
        {bars.map(({ from, to, share }) => (
          <i key={from} className={to > low && from < high ? 'in' : undefined} style={{ height: `${share * 100}%` }} />
        ))}
      </Histogram>
      <NamedSlider
        min={min}
        max={max}
        step={10}
        value={[low, high]}
        names={[panelWords.lowestPrice, panelWords.highestPrice]}
        getAriaValueText={({ value }) => formatPrice(value, currency)}
        onValueChange={({ value }) => {
          const [from = min, to = max] = value
          onChange({ ...filters, priceRange: from <= min && to >= max ? null : [from, to] }, true)
        }}
      />
      <Ticks bounds={bounds.price} steps={priceSteps} format={(value) => formatPrice(value, currency)} />
    </div>
  )
}

export function DurationFilter({ filters, onChange, bounds }: Props) {
  const [min, max] = bounds.duration
  const longest = filters.duration ?? max
  if (min === max) return null
  return (
    <div>
      <Head>
        <span>{panelWords.eachDirection}</span>
        <span>{panelWords.upTo({ duration: formatMinutes(longest) })}</span>
      </Head>
      <NamedSlider
        min={min}
        max={max}
        step={30}
        value={[longest]}
        names={[words.duration]}
        getAriaValueText={({ value }) => formatMinutes(value)}
        onValueChange={({ value: [value = max] }) =>
          onChange({ ...filters, duration: value >= max ? null : value }, true)
        }
      />
      <Ticks bounds={bounds.duration} steps={durationSteps} format={formatMinutes} />
    </div>
  )
}

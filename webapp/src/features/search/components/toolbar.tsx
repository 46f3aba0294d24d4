'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, type Ref, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Segmented } from '@/components/ui/segmented'
import type { Offer } from '@/lib/api/types'
import { formatMinutes } from '@/lib/dates'
import { journeyMinutes } from '@/lib/flights'
import { formatPrice } from '@/lib/money'
import { useScrollEdges } from '@/lib/use-scroll-edges'
import * as words from '@/messages/search/results'
import { type SortOrder, sortOffers } from '../lib/offers'
import { OrderNote, type OrderNoteProps } from './order-note'

const Root = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    columnGap: { base: '2', md: '4' },
    rowGap: { base: '2', md: '3' },
    py: { base: '2', md: '4' },
    '& > div': { display: 'flex', alignItems: 'center', gap: '2' },
    // On a phone the icon says it, so that the order has room in the same line.
    '& .filters': { px: { base: '3', md: '5' }, '& .word': { srOnly: { base: true, md: false } } },
    '& .dates': { px: { base: '3', lg: '5' }, '& .word': { srOnly: { base: true, lg: false } } },
    // Its whole name needs more room still.
    '& .bag': {
      px: { base: '3', xl: '5' },
      '& .word': { srOnly: { base: true, xl: false } },
      '& .short': { display: { xl: 'none' } },
    },
    // A phone's line has no room for it, and a wide one none for its words: there these stand over the list.
    '& .watch': { display: { mdDown: 'none', xl: 'none' } },
    // One line on a phone too, which is pushed aside to reach the last ones: the first flight has the room below it.
    '& fieldset': {
      w: 'auto',
      flex: { base: '1 1 8rem', md: 'none' },
      overflowX: { base: 'auto', md: 'visible' },
    },
    '& fieldset label': {
      flex: '1 0 auto',
      px: { base: '2', md: '4' },
      // The chosen one stays in sight.
      '&:has(:checked)': { position: 'sticky', insetInline: '0', zIndex: '1' },
    },
    // As high with the one sentence as with the other: the list below stays where it is.
    '& p': {
      w: 'full',
      minH: { base: '2lh', md: 'auto' },
      textStyle: { base: 'xs', md: 'sm' },
      color: 'fg.muted',
      textAlign: { md: 'end' },
      '&[data-long]': { minH: { base: '3lh', md: 'auto' } },
    },
    // More orders follow. One further on would stand at this edge itself if it were chosen.
    '&[data-more~=right] fieldset:has(label:nth-of-type(-n + 2) :checked)': {
      maskImage: 'linear-gradient(90deg, #000 calc(100% - 2.5rem), transparent)',
    },
    '& fieldset small': { display: { base: 'none', lg: 'inline' } },
  },
})
const Count = chakra('span', {
  base: {
    display: 'inline-grid',
    placeItems: 'center',
    minW: '5',
    h: '5',
    px: '1',
    borderRadius: 'full',
    bg: 'solid',
    color: 'solid.contrast',
    fontSize: 'micro',
    fontVariantNumeric: 'tabular-nums',
  },
})

const firstPrice = (offers: readonly Offer[], order: SortOrder) => {
  const price = sortOffers(offers, order)[0]?.price
  return price && formatPrice(price.amount, price.currency)
}
const shortest = (offers: readonly Offer[]) => {
  const first = sortOffers(offers, 'duration-asc')[0]
  return first && formatMinutes(journeyMinutes(first))
}

interface Props extends OrderNoteProps {
  offers: readonly Offer[]
  /** The offers that pass the filters. The figure of each order is taken from them. */
  matching: readonly Offer[]
  /** All offers of the search are here, so the ends of each order are known. */
  isComplete: boolean
  onSort: (order: SortOrder) => void
  onBag: () => void
  withDates: boolean
  onDates: () => void
  datesButton?: Ref<HTMLButtonElement>
  /** The button of another feature, an icon wide. */
  watch?: ReactNode
  filtersButton?: Ref<HTMLButtonElement>
  isOpen: boolean
  activeGroups: number
  onToggle: () => void
  onClear: () => void
}

export function Toolbar(props: Props) {
  const { offers, matching, isComplete, sort, hour, onSort, withBag, onBag, isSortedWithBag, isMoreKnown, part } = props
  const { withDates, onDates, datesButton, watch, filtersButton, isOpen, activeGroups, onToggle, onClear } = props
  const orders = useRef<HTMLFieldSetElement>(null)
  const more = useScrollEdges(orders)
  // In another order the cheapest flight may be on a page that is not here yet, and with a bag it may be another one.
  const hasLowest = !withBag && (isComplete || sort === 'price-asc')
  const options = [
    { value: 'price-asc' as const, name: words.cheapestFirst, figure: hasLowest && firstPrice(matching, 'price-asc') },
    { value: 'best' as const, name: words.bestFirst, figure: false },
    { value: 'duration-asc' as const, name: words.shortestFirst, figure: isComplete && shortest(matching) },
    { value: 'emissions-asc' as const, name: words.lowestEmissionsFirst, figure: false },
    {
      value: 'price-desc' as const,
      name: words.dearestFirst,
      figure: !withBag && isComplete && firstPrice(matching, 'price-desc'),
    },
  ]
  return (
    <Root data-more={more || undefined}>
      <div>
        <Button
          ref={filtersButton}
          className="filters"
          variant="outline"
          aria-expanded={isOpen}
          disabled={offers.length === 0}
          onClick={onToggle}
        >
          <Icon name="filter" size="sm" />
          <span className="word">{words.filters}</span>
          {activeGroups > 0 && (
            <Count>
              {words.activeFilters({
                count: activeGroups,
                hidden: (text) => <chakra.span srOnly>{text}</chakra.span>,
              })}
            </Count>
          )}
        </Button>
        {!isOpen && activeGroups > 0 && (
          <Button variant="ghost" onClick={onClear}>
            {words.clearFilters}
          </Button>
        )}
        <Button className="bag" variant="outline" aria-pressed={withBag} disabled={offers.length === 0} onClick={onBag}>
          <Icon name={withBag ? 'check' : 'bag-checked'} size="sm" />
          <span className="word">{words.withBag}</span>
          <span className="short" aria-hidden="true">
            {words.withBagShort}
          </span>
        </Button>
        <Button ref={datesButton} className="dates" variant="outline" aria-expanded={withDates} onClick={onDates}>
          <Icon name="calendar" size="sm" />
          <span className="word">{words.dates}</span>
        </Button>
        {watch && <div className="watch">{watch}</div>}
      </div>
      <Segmented
        ref={orders}
        legend={words.sortLabel}
        value={sort}
        onChange={onSort}
        options={options.map(({ value, name, figure }) => ({
          value,
          label: (
            <>
              {name}
              {figure && <small>{figure}</small>}
            </>
          ),
        }))}
      />
      <OrderNote
        sort={sort}
        hour={hour}
        withBag={withBag}
        isSortedWithBag={isSortedWithBag}
        isMoreKnown={isMoreKnown}
        part={part}
      />
    </Root>
  )
}

'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Global } from '@emotion/react'
import { Arc } from '@/components/ui/arc'
import { Button } from '@/components/ui/button'
import type { Offer } from '@/lib/api/types'
import { formatPrice } from '@/lib/money'
import { PHONE } from '@/lib/use-media'
import * as words from '@/messages/search/pill'
import { sortOffers } from '../lib/offers'

/** A phone on its side is too low for a bar of the whole width. */
const AT_EDGE = `${PHONE} and (min-height: 26rem)`

/** From the head of the list to a little below its end, as wide as its column. It takes no room and no presses. */
const Reach = chakra('div', {
  base: {
    position: 'absolute',
    inset: '0 0 -4.5rem',
    display: 'flex',
    justifyContent: 'center',
    alignItems: 'end',
    pointerEvents: 'none',
  },
})

const Pill = chakra('div', {
  base: {
    // It never leaves the list: what stands above that, such as prices of other dates, is not covered.
    position: 'sticky',
    // Above the bar of flights to compare, where there is one.
    bottom: 'calc({spacing.6} + var(--bar-room, 0px))',
    zIndex: 'bar',
    pointerEvents: 'auto',
    display: 'inline-flex',
    alignItems: 'center',
    gap: '3',
    p: '1.5',
    '& .words': { display: 'inline-flex', alignItems: 'center', gap: '3', minH: '9', ps: '2.5', pe: '3.5' },
    '& button': { borderRadius: 'full' },
    borderRadius: 'full',
    bg: 'deep',
    color: 'deep.fg',
    fontSize: 'sm',
    fontWeight: 'medium',
    whiteSpace: 'nowrap',
    shadow: 'popover',
    '& svg': { w: '11', h: '4', color: 'accent' },
    // It stays until the reader presses it: on a phone at the edge, where no card shows above and below it.
    [`@media ${AT_EDGE}`]: {
      '&[data-offered]': {
        position: 'fixed',
        display: 'grid',
        insetX: '0',
        bottom: 'var(--bar-room, 0px)',
        py: '2',
        px: '4',
        pb: 'calc(0.5rem + env(safe-area-inset-bottom))',
        borderRadius: '0',
        '& button': { minH: '11' },
      },
    },
  },
})

/** Room at the end of the page for what it covers, and below the field with the focus: more than a bar below it takes. */
const room = {
  [`@media ${AT_EDGE}`]: {
    'html body': { paddingBottom: 'calc(4rem + var(--bar-room, 0px))' },
    ':root': { scrollPaddingBottom: 'calc(5rem + var(--bar-room, 0px))' },
  },
}

interface PillProps {
  isSearching: boolean
  /** Offers that wait for the reader's word. */
  waiting: readonly Offer[]
  onShow: () => void
  /** Puts a list in the order that was asked for, with all that waits. */
  order?: { words: string; onOrder: () => void }
}

/**
 * Floats over the list that it stands in while the airlines are being asked, and as long as what they answered waits to
 * be seen.
 */
export function SearchingPill({ isSearching, waiting, onShow, order }: PillProps) {
  const lowest = sortOffers(waiting, 'price-asc')[0]?.price
  const showNew = lowest && {
    words: words.showNew({ count: waiting.length, price: formatPrice(lowest.amount, lowest.currency) }),
    onOrder: onShow,
  }
  const offered = order ?? showNew
  if (offered) {
    return (
      <Reach>
        <Global styles={room} />
        <Pill data-deep data-offered>
          <Button variant="accent" size="sm" onClick={offered.onOrder}>
            {offered.words}
          </Button>
        </Pill>
      </Reach>
    )
  }
  if (!isSearching) return null
  return (
    <Reach>
      <Pill data-deep aria-hidden="true">
        <span className="words">
          <Arc isLooping />
          {words.searchingAll}
        </span>
      </Pill>
    </Reach>
  )
}

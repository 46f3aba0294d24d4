'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { ButtonLink } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Container } from '@/components/ui/layout'
import type { Offer, Slice } from '@/lib/api/types'
import { formatJourneyDay } from '@/lib/dates'
import { firstSegment, inbound, outbound } from '@/lib/flights'
import { formatPrice } from '@/lib/money'
import { routeName } from '@/lib/route-name'
import * as words from '@/messages/detail'
import * as buttons from '@/messages/lib/buttons'
import type { WayOn } from '../hooks/use-way-on'
import { BookButton } from './book-button'

const Root = chakra('div', {
  base: {
    position: { md: 'sticky' },
    // Under the site's header.
    top: '3.75rem',
    zIndex: 'raised',
    bg: 'surface',
    borderBottom: '1px solid {colors.line}',
    '& > div': { display: 'flex', alignItems: 'center', gap: '5', minH: { base: '14', md: '18' } },
    '& .route': { flex: '1', minW: '0', lineHeight: '1.3' },
    '& .route b': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& .meta': { display: 'block', textStyle: 'xs', color: 'fg.muted' },
    '& .price': { textStyle: 'price', fontSize: '1.5rem', color: 'ink' },
    '& .wide': { display: { base: 'none', md: 'contents' } },
  },
})

interface Props {
  backHref: string
  /** Without one the page still loads. */
  shown?: { offer: Offer; way: WayOn }
}

const dayOf = (slice: Slice) => formatJourneyDay(firstSegment(slice)?.departing_at)

/** From tablets on the route, the total and the way into the booking stay in sight. */
export function TopBar({ backHref, shown }: Props) {
  const [out, back] = shown ? [outbound(shown.offer), inbound(shown.offer)] : []
  return (
    <Root>
      <Container>
        <ButtonLink href={backHref} variant="ghost" px={{ base: '0', _highContrast: '3' }} prefetch={false}>
          <Icon name="arrow-left" size="sm" />
          {buttons.backToResults}
        </ButtonLink>
        {shown && out && (
          <div className="wide">
            <p className="route">
              <b>{routeName(out.origin, out.destination)}</b>
              <span className="meta">
                {back ? words.roundTrip({ day: dayOf(out), dayBack: dayOf(back) }) : words.oneWay({ day: dayOf(out) })}
              </span>
            </p>
            {!shown.way.replacement && (
              <span className="price">{formatPrice(shown.offer.price.amount, shown.offer.price.currency)}</span>
            )}
            <BookButton way={shown.way}>{words.bookFlight}</BookButton>
          </div>
        )}
      </Container>
    </Root>
  )
}

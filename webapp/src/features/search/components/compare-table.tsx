'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import type { RefObject } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { Badge } from '@/components/ui/badge'
import { Button, ButtonLink } from '@/components/ui/button'
import { Hidden } from '@/components/ui/layout'
import type { Replacement } from '@/lib/api/types'
import { carryBags } from '@/lib/chosen-bags'
import { differenceInWords, formatPrice } from '@/lib/money'
import { noteChosenAt } from '@/lib/shown-prices'
import { useScrollEdges } from '@/lib/use-scroll-edges'
import * as words from '@/messages/search/compare'
import * as offerWords from '@/messages/search/offer'
import type { Compared } from '../hooks/use-compared'
import type { Cell, CompareRow } from '../lib/compare'
import { compareNames } from '../lib/compare-names'

/** The names of the rows stay where they are while the flights are pushed aside. */
const Region = chakra('div', {
  base: {
    overflowX: 'auto',
    outlineOffset: '-2px',
    // More flights follow.
    '&[data-more~=right]': { maskImage: 'linear-gradient(90deg, #000 calc(100% - 2.5rem), transparent)' },
    '& table': { w: 'full', borderCollapse: 'separate', borderSpacing: '0', textStyle: 'sm' },
    '& th, & td': {
      py: '3',
      px: { base: '2.5', md: '4' },
      minW: { base: '9.5rem', md: '11rem' },
      // Whole pixels: the rules of the names, which are a layer of their own, meet those of the flights.
      lineHeight: '1.25rem',
      textAlign: 'start',
      verticalAlign: 'top',
      borderBottom: '1px solid {colors.line}',
    },
    '& tr > th:first-of-type': {
      position: 'sticky',
      insetStart: '0',
      zIndex: '1',
      minW: { base: '6.5rem', md: '9rem' },
      w: { base: '6.5rem', md: '9rem' },
      ps: '0',
      bg: 'surface',
      color: 'fg.muted',
      fontWeight: 'medium',
      textStyle: 'xs',
      lineHeight: '1.125rem',
    },
    '& thead th': { color: 'ink', verticalAlign: 'bottom' },
    '& thead b': { display: 'block', lineHeight: '1.125rem' },
    '& thead .tools': { display: 'flex', flexWrap: 'wrap', columnGap: '4', mt: '2' },
    '& thead p': { mt: '1', textStyle: 'xs', lineHeight: '1.125rem', fontWeight: 'normal', color: 'fg.muted' },
    '& td p': { fontVariantNumeric: 'tabular-nums' },
    '& td p:not(:first-of-type)': { mt: '1' },
    '& td': { color: 'ink' },
    '& [data-row=price] td': { fontSize: 'lg', fontWeight: 'semibold', lineHeight: '1.5rem' },
  },
})

const troubles: Partial<Record<Compared['state'], string>> = { gone: words.gone, failed: words.notLoaded }

interface HeadProps {
  flight: Compared
  name: string
  href: (offerId: string) => string
  onRemove: (id: string) => void
}

function Head({ flight, name, href, onRemove }: HeadProps) {
  const { id, offer, before, state, replacement } = flight
  const isSold = offer !== null && (state === 'sold' || state === 'asked')
  const trouble = troubles[state]
  return (
    <th scope="col">
      <b>{offer ? name : (trouble ?? words.loadingOne)}</b>
      {offer && trouble && <p>{trouble}</p>}
      {offer && before && <p>{differenceInWords(offer.price, before)}</p>}
      {replacement && <ReplacementLink gone={id} replacement={replacement} href={href} />}
      <div className="tools">
        {isSold && (
          <ButtonLink
            size="sm"
            href={href(id)}
            prefetch={false}
            onClick={() => noteChosenAt(id, offer.price)}
            aria-label={offerWords.viewDetailsOf({ offer: name })}
          >
            {offerWords.viewDetails}
          </ButtonLink>
        )}
        <Button variant="link" size="sm" onClick={() => onRemove(id)} aria-label={words.removeOf({ offer: name })}>
          {words.remove}
        </Button>
      </div>
    </th>
  )
}

interface ReplacementProps extends Pick<HeadProps, 'href'> {
  /** The offer that it takes the place of: bags that were chosen of that one are kept. */
  gone: string
  replacement: Replacement
}

function ReplacementLink({ gone, replacement: { offer_id: id, price }, href }: ReplacementProps) {
  const take = () => {
    noteChosenAt(id, price)
    carryBags(gone, id)
  }
  return (
    <p>
      <AppLink href={href(id)} prefetch={false} onClick={take}>
        {words.replacement({ price: formatPrice(price.amount, price.currency) })}
      </AppLink>
    </p>
  )
}

function Lines({ cell }: { cell: Cell | null }) {
  if (!cell) return <td />
  const { lines, mark, marked = lines.length } = cell
  const line = (text: string, index: number) => (
    // Both directions may say the same.
    <p key={index}>{text}</p>
  )
  return (
    <td>
      {lines.slice(0, marked).map(line)}
      {mark && (
        <Badge variant="secondary" mt="1" verticalAlign="top">
          {mark}
        </Badge>
      )}
      {lines.slice(marked).map(line)}
    </td>
  )
}

interface Props extends Omit<HeadProps, 'flight' | 'name'> {
  flights: readonly Compared[]
  rows: readonly CompareRow[]
  ref: RefObject<HTMLDivElement | null>
}

/** Flights side by side: a column a flight, a row a fact. */
export function CompareTable({ flights, rows, href, onRemove, ref }: Props) {
  const more = useScrollEdges(ref)
  const names = compareNames(flights.map(({ offer }) => offer))
  return (
    // A reader without a pointer pushes it aside by the arrow keys.
    <Region ref={ref} role="region" aria-label={words.tableLabel} tabIndex={0} data-more={more || undefined}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <Hidden>{words.fact}</Hidden>
            </th>
            {flights.map((flight, index) => (
              <Head
                key={flight.id}
                flight={flight}
                name={names[index] ?? words.goneOffer}
                href={href}
                onRemove={onRemove}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, cells }) => (
            <tr key={key} data-row={key}>
              <th scope="row">{label}</th>
              {cells.map((cell, index) => (
                <Lines key={flights[index]?.id} cell={cell} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Region>
  )
}

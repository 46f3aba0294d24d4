'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { BusyButton } from '@/components/ui/busy-button'
import { Button, ButtonLink } from '@/components/ui/button'
import { FailureNotice } from '@/components/ui/failure-notice'
import { Box } from '@/components/ui/layout'
import type { Amount, WatchedPrice } from '@/lib/api/types'
import { searchParams } from '@/lib/criteria'
import { sinceMoment } from '@/lib/dates'
import { formatPrice } from '@/lib/money'
import { routes, withQuery } from '@/lib/routes'
import * as words from '@/messages/watch/list'
import { changeWatch } from '../api/watches'
import { useRouteName } from '../hooks/use-route-name'
import { reasonInWatch } from '../lib/refusal'
import { criteriaOf, datesOf, factsOf } from '../lib/trip'
import { PriceLine } from './price-line'

const Root = chakra('article', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 20rem)' },
    gap: { base: '4', md: '4 8' },
    p: { base: '4', md: '6' },
    bg: 'surface',
    border: '1px solid {colors.line}',
    borderRadius: 'lg',
    '& header': { display: 'grid', justifyItems: 'start', alignContent: 'start', gap: '2' },
    '& h2': { fontSize: { base: 'lg', md: '1.25rem' }, outline: 'none' },
    '& .facts': { display: 'flex', flexWrap: 'wrap', gap: '0 1rem', textStyle: 'sm', color: 'fg.muted' },
    '& .note': { textStyle: 'sm', color: 'fg.muted' },
    '& .prices': { display: 'grid', alignContent: 'start', gap: '3' },
    '& dl': { display: 'grid', gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: '2', m: '0' },
    '& dt': { textStyle: 'xs', color: 'fg.muted' },
    '& dd': { m: '0', color: 'ink', fontWeight: 'semibold', fontVariantNumeric: 'tabular-nums' },
    '& dd.now': { fontSize: '1.25rem', lineHeight: '1.2' },
    '& .actions': {
      gridColumn: '1 / -1',
      display: 'flex',
      flexWrap: 'wrap',
      gap: '2',
      pt: '4',
      borderTop: '1px solid {colors.line}',
      '& > :last-child': { ms: { md: 'auto' } },
    },
  },
})

interface Props {
  watch: WatchedPrice
  /** Of the mailed link that led here. */
  token: string | null
  /** It was started on this page. */
  isNew: boolean
  onChanged: (watch: WatchedPrice) => void
  onDelete: () => void
}

export function WatchCard({ watch, token, isNew, onChanged, onDelete }: Props) {
  const criteria = criteriaOf(watch.trip)
  const route = useRouteName(criteria)
  const named = { route, dates: datesOf(criteria) }
  const { turn, isBusy, failure } = usePause(watch, token, onChanged)
  const isPaused = watch.state === 'paused'
  return (
    <Root aria-label={`${route}, ${named.dates}`}>
      <header>
        <StateBadge state={watch.state} />
        <h2 tabIndex={-1}>{route}</h2>
        <p className="facts">
          {factsOf(criteria).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
        <p className="note">{noteOf(watch)}</p>
      </header>
      <Prices watch={watch} isNew={isNew} />
      {failure && (
        <Box gridColumn="1 / -1">
          <FailureNotice title={words.changeFailed} words={failure} />
        </Box>
      )}
      <div className="actions">
        <ButtonLink
          href={withQuery(routes.search, searchParams(criteria))}
          variant="outline"
          prefetch={false}
          aria-label={words.flightsOf(named)}
        >
          {words.flights}
        </ButtonLink>
        {watch.state !== 'pending' && (
          <BusyButton
            variant="ghost"
            isBusy={isBusy}
            onClick={turn}
            aria-label={(isPaused ? words.resumeOf : words.pauseOf)(named)}
          >
            {isPaused ? words.resume : words.pause}
          </BusyButton>
        )}
        <Button variant="ghost" color="error.fg" aria-label={words.removeOf(named)} onClick={onDelete}>
          {words.remove}
        </Button>
      </div>
    </Root>
  )
}

/** Pauses a watch, or resumes it. */
function usePause({ id, state }: WatchedPrice, token: string | null, onChanged: Props['onChanged']) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const turn = async () => {
    setBusy(true)
    setFailure('')
    try {
      onChanged(await changeWatch(id, { state: state === 'paused' ? 'active' : 'paused', token }))
    } catch (error) {
      setFailure(reasonInWatch(error))
    } finally {
      setBusy(false)
    }
  }
  return { turn: () => void turn(), isBusy, failure }
}

const states = { active: words.active, paused: words.paused, pending: words.pending, ended: words.ended }
const looks = { active: 'success', paused: 'secondary', pending: 'warning', ended: 'secondary' } as const

/** Says it again where it changes. */
const StateBadge = ({ state }: Pick<WatchedPrice, 'state'>) => (
  <span role="status">
    <Badge variant={looks[state]}>{states[state]}</Badge>
  </span>
)

function noteOf({ state, again }: WatchedPrice) {
  if (state === 'pending') return words.toConfirm
  if (state === 'paused') return words.whilePaused
  return again ? words.again : words.once
}

/** Why there is no price yet. */
const unseen = { active: words.notYet, paused: words.unknown, pending: words.onceConfirmed, ended: words.unknown }

/** No minutes are promised of a watch that started earlier: there may be no flights, or no look at them for a while. */
const unseenOf = (state: WatchedPrice['state'], isNew: boolean) =>
  isNew && state === 'active' ? words.firstSoon : unseen[state]

const priceOf = (price: Amount | null) => (price ? formatPrice(price.amount, price.currency) : words.unknown)

function Prices({ watch, isNew }: Pick<Props, 'watch' | 'isNew'>) {
  const { state, now, first, lowest, seenAt, history } = watch
  if (!now) return <p className="note prices">{unseenOf(state, isNew)}</p>
  return (
    <div className="prices">
      <dl>
        <div>
          <dt>{words.now}</dt>
          <dd className="now">{priceOf(now)}</dd>
        </div>
        {first && (
          <div>
            <dt>{words.first}</dt>
            <dd>{priceOf(first)}</dd>
          </div>
        )}
        <div>
          <dt>{words.lowest}</dt>
          <dd>{priceOf(lowest)}</dd>
        </div>
      </dl>
      {history.length > 0 && <PriceLine history={history} />}
      {seenAt && <p className="note">{words.seen({ when: sinceMoment(seenAt) })}</p>}
    </div>
  )
}

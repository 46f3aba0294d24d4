'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import type { Ref } from 'react'
import { Icon } from '@/components/ui/icon'
import { daysBetween, formatWeekday } from '@/lib/dates'
import * as words from '@/messages/search/form'
import type { useSearchForm } from '../../hooks/use-search-form'
import { fieldIds, lastDay, nobodyElse, type SearchForm, withDeparture } from '../../lib/search-form'
import { AirportField } from './airport-field'
import { DateField } from './date-field'
import { PassengersField, type PassengersHandle } from './passengers-field'

const Root = chakra('div', {
  base: {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: { base: '1fr 1fr', md: 'repeat(6, 1fr)', lg: '1.45fr 1.45fr 1fr 1fr 1.15fr' },
    border: '1px solid {colors.line.strong}',
    borderRadius: 'lg',
    '& > *': { gridColumn: { md: 'span 2', lg: 'auto' } },
    '& > :nth-of-type(1), & > :nth-of-type(2)': {
      gridColumn: { base: '1 / -1', md: 'span 3', lg: 'auto' },
      borderBottomWidth: { base: '1px', lg: '0' },
    },
    '& > :nth-of-type(2)': { borderStartWidth: { md: '1px' } },
    '& > :nth-of-type(3)': { borderStartWidth: { lg: '1px' }, borderBottomWidth: { base: '1px', md: '0' } },
    '& > :nth-of-type(4)': { borderStartWidth: '1px', borderBottomWidth: { base: '1px', md: '0' } },
    '& > :nth-of-type(5)': {
      gridColumn: { base: '1 / -1', md: 'span 2', lg: 'auto' },
      borderStartWidth: { md: '1px' },
    },
    '& > :nth-of-type(1) .control': { pe: { md: '8' } },
    // Below the swap button, which is round.
    '& > :nth-of-type(1) .hint': { me: { lg: '-4' } },
    '& > :nth-of-type(2) .control': { ps: { md: '9' } },
    // Half of the narrowest phones is too little for a date.
    '@media (max-width: 22.5rem)': {
      '& > :nth-of-type(3), & > :nth-of-type(4)': { gridColumn: '1 / -1', borderStartWidth: '0' },
    },
    // On a phone the swap button lies over the end of both fields: not while one of them is used.
    '&:has([role=combobox][aria-expanded=true]) > button': { opacity: { base: '0', md: '1' } },
  },
})

const Swap = chakra('button', {
  base: {
    position: 'absolute',
    zIndex: 'raised',
    top: { base: '4.25rem', md: '25%', lg: '50%' },
    insetStart: { base: 'auto', md: '50%', lg: 'calc(100% * 1.45 / 6.05)' },
    insetEnd: { base: '4', md: 'auto' },
    ms: { md: '-1.375rem' },
    translate: '0 -50%',
    display: 'grid',
    placeItems: 'center',
    boxSize: '11',
    borderRadius: 'full',
    border: '1px solid {colors.line.strong}',
    bg: 'surface',
    color: 'ink',
    cursor: 'pointer',
    '& svg': { rotate: { base: '90deg', md: '0deg' } },
    _hover: { bg: 'tint' },
  },
})

function nights(form: SearchForm) {
  const count = daysBetween(form.departureDate, form.returnDate)
  return words.nights({ weekday: formatWeekday(form.returnDate), count })
}

interface Props {
  search: ReturnType<typeof useSearchForm>
  passengers: Ref<PassengersHandle>
}

/** The five cells of a search, in one border. */
export function Strip({ search, passengers }: Props) {
  const { form, change, pickOrigin, airports, needAirports, problems, today } = search
  const problemOf = (id: string) => problems.find(({ fieldId }) => fieldId === id)?.message
  const update = (part: Partial<SearchForm>) => form && change({ ...form, ...part })
  const airportProps = { airports, onNeeded: needAirports }
  const isOneWay = form?.trip === 'one-way'
  return (
    <Root>
      <AirportField
        id={fieldIds.origin}
        label={words.origin}
        code={form?.origin ?? ''}
        onPick={pickOrigin}
        problem={problemOf(fieldIds.origin)}
        {...airportProps}
      />
      <Swap
        type="button"
        aria-label={words.swap}
        onClick={() => form && update({ origin: form.destination, destination: form.origin })}
      >
        <Icon name="swap" />
      </Swap>
      <AirportField
        id={fieldIds.destination}
        label={words.destination}
        code={form?.destination ?? ''}
        onPick={(destination) => update({ destination })}
        problem={problemOf(fieldIds.destination)}
        {...airportProps}
      />
      <DateField
        id={fieldIds.departure}
        label={words.departure}
        choose={words.chooseDeparture}
        value={form?.departureDate ?? null}
        hint={form ? formatWeekday(form.departureDate) : ''}
        today={today}
        min={today}
        max={lastDay(today)}
        other={form?.returnDate || undefined}
        onPick={(date) => form && change(withDeparture(form, date, today))}
      />
      <DateField
        id={fieldIds.return}
        label={words.returnDate}
        choose={words.chooseReturn}
        value={form?.returnDate ?? null}
        hint={isOneWay ? words.oneWay : form?.returnDate ? nights(form) : ''}
        today={today}
        min={form?.departureDate || today}
        max={lastDay(today)}
        other={form?.departureDate}
        absent={isOneWay ? words.noReturn : undefined}
        onPick={(returnDate) => update({ returnDate })}
      />
      <PassengersField
        ref={passengers}
        party={form ?? nobodyElse}
        isInvalid={problemOf(fieldIds.ages) !== undefined}
        onChange={(party) => update(party)}
      />
    </Root>
  )
}

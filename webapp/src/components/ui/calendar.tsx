'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { resting } from '@/components/ui/busy-button'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { addDays, addMonths, formatMonth, formatSpokenDay, monthWeeks, weekdayNames, weekdayOf } from '@/lib/dates'
import * as words from '@/messages/components/calendar'
import { chosenInForcedColors } from '@/theme/forced-colors'

const weekdayHeads = words.weekdayHeads.split('|')

const Root = chakra('div', {
  base: {
    '& header': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      mb: '2',
      fontWeight: 'semibold',
      color: 'ink',
      // A month that can't be gone to is no louder than one that can.
      '& button[aria-disabled=true]': { bg: 'transparent' },
    },
    '& table': {
      w: 'full',
      borderCollapse: 'collapse',
      fontSize: 'sm',
      fontVariantNumeric: 'tabular-nums',
      textAlign: 'center',
    },
    '& th': { h: '7', fontSize: 'micro', fontWeight: 'normal', color: 'fg.muted' },
    '& td': { p: '1px' },
    '& td button': {
      w: 'full',
      minH: '10',
      borderRadius: 'md',
      cursor: 'pointer',
      _hover: { bg: 'tint' },
      _disabled: { color: 'fg.muted', textDecoration: 'line-through', bg: 'transparent', cursor: 'not-allowed' },
    },
    '& .today': {
      boxShadow: 'inset 0 0 0 1px {colors.line.strong}',
      _highContrast: { border: '1px solid ButtonText' },
    },
    '& .chosen, & .chosen:hover': {
      bg: 'solid',
      color: 'solid.contrast',
      fontWeight: 'semibold',
      ...chosenInForcedColors,
    },
    '& .between': { bg: 'tint' },
  },
})

interface Props {
  label: string
  value: string
  today: string
  min: string
  max?: string
  /** The other end of the trip: the days between are tinted. */
  other?: string
  onPick: (date: string) => void
}

/** Where nothing ends the calendar. */
const LAST = '9999-12-31'

const steps: Record<string, (date: string) => string> = {
  ArrowLeft: (date) => addDays(date, -1),
  ArrowRight: (date) => addDays(date, 1),
  ArrowUp: (date) => addDays(date, -7),
  ArrowDown: (date) => addDays(date, 7),
  Home: (date) => addDays(date, -weekdayOf(date)),
  End: (date) => addDays(date, 6 - weekdayOf(date)),
  PageUp: (date) => addMonths(date, -1),
  PageDown: (date) => addMonths(date, 1),
}

/** One month, one date: arrows move by days and weeks, Home and End to the ends of a week, Page Up and Down by months, Enter picks. */
export function Calendar({ label, value, today, min, max = LAST, other, onPick }: Props) {
  const within = (date: string) => (date < min ? min : date > max ? max : date)
  const [active, setActive] = useState(within(value))
  const grid = useRef<HTMLTableElement>(null)
  const [hasMoved, setMoved] = useState(true)

  useEffect(() => {
    if (hasMoved) grid.current?.querySelector<HTMLElement>(`[data-date="${active}"]`)?.focus()
  }, [active, hasMoved])

  const goTo = (date: string, takesFocus: boolean) => {
    setMoved(takesFocus)
    setActive(within(date))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    goTo(step(active), true)
  }
  return (
    <Root>
      <header>
        <Button
          variant="ghost"
          size="icon"
          aria-label={words.previousMonth}
          {...resting(active.slice(0, 7) <= min.slice(0, 7), () => goTo(addMonths(active, -1), false))}
        >
          <Icon name="arrow-left" size="sm" />
        </Button>
        <span aria-live="polite">{formatMonth(active)}</span>
        <Button
          variant="ghost"
          size="icon"
          aria-label={words.nextMonth}
          {...resting(active.slice(0, 7) >= max.slice(0, 7), () => goTo(addMonths(active, 1), false))}
        >
          <Icon name="arrow-right" size="sm" />
        </Button>
      </header>
      <table ref={grid} aria-label={label} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weekdayNames.map((name, weekday) => (
              <th key={name} scope="col" abbr={name}>
                {weekdayHeads[weekday]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthWeeks(active).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((date, weekday) => (
                <td key={date ?? weekday}>
                  {date && (
                    <button
                      type="button"
                      data-date={date}
                      tabIndex={date === active ? 0 : -1}
                      disabled={date < min || date > max}
                      aria-label={formatSpokenDay(date)}
                      aria-current={date === today ? 'date' : undefined}
                      aria-pressed={date === value}
                      className={dayClass(date, value, today, other)}
                      onClick={() => onPick(date)}
                    >
                      {Number(date.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Root>
  )
}

function dayClass(date: string, value: string, today: string, other: string | undefined) {
  if (date === value || date === other) return 'chosen'
  const [start, end] = [value, other ?? ''].sort() as [string, string]
  if (start && date > start && date < end) return 'between'
  return date === today ? 'today' : undefined
}

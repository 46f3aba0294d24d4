'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '@/components/ui/icon'
import { Hidden } from '@/components/ui/layout'
import { useDismiss } from '@/components/ui/popover'
import { type Airport, type AirportsState, airportLabel, findAirport, MIN_QUERY } from '@/lib/airports'
import * as words from '@/messages/search/form'
import { Cell } from './cell'
import { useAboveKeyboard } from './use-above-keyboard'

/** Under the field. */
const place = {
  position: 'absolute',
  zIndex: 'popover',
  top: 'calc(100% + 0.5rem)',
  insetStart: '0',
  w: { base: 'full', md: 'max(100%, 22rem)' },
  fontSize: 'sm',
} as const
const panel = {
  bg: 'surface',
  border: '1px solid {colors.line}',
  borderRadius: 'lg',
  shadow: 'popover',
} as const

const List = chakra('div', {
  base: {
    ...place,
    ...panel,
    maxH: '15rem',
    overflowY: 'auto',
    p: '2',
    '& [role=option]': {
      display: 'grid',
      gridTemplateColumns: '1fr auto',
      alignItems: 'center',
      columnGap: '3',
      minH: '13',
      px: '3',
      py: '2',
      borderRadius: 'md',
      cursor: 'pointer',
    },
    // The tint alone is too faint a mark for the row that Enter takes.
    '& [aria-selected=true]': { bg: 'tint', outline: '2px solid {colors.focus}', outlineOffset: '-2px' },
    '& small': { display: 'block', textStyle: 'xs', color: 'fg.muted' },
    '& kbd': {
      px: '1.5',
      py: '0.5',
      borderRadius: 'sm',
      bg: 'surface.sunken',
      color: 'ink',
      fontFamily: 'body',
      fontSize: 'xs',
      fontWeight: 'semibold',
    },
  },
})

/** Beside the list, which may own options alone; always in the page, or readers miss what is put into it. */
const Status = chakra('p', {
  base: { ...place, color: 'fg.muted', '&:not(:empty, :has(.count))': { ...panel, p: '5' } },
})

interface Props {
  id: string
  label: string
  code: string
  airports: AirportsState
  onPick: (code: string) => void
  /** The field is or will soon be used: the list of airports may be fetched, again if it could not be. */
  onNeeded: () => void
  /** What was found wrong when the search was to begin. */
  problem: string | undefined
}

function message({ status }: AirportsState, typed: string) {
  if (status === 'loading') return words.airportsLoading
  if (status === 'building') return words.airportsBuilding
  if (status === 'error') return words.airportsFailed
  return words.airportsNotFound({ typed })
}

/** Calls what a key stands for. Tab goes on to the next field as always. */
const handleKeys = (keys: Record<string, () => void>) => (event: KeyboardEvent) => {
  const act = keys[event.key]
  if (!act) return
  if (event.key !== 'Tab') event.preventDefault()
  // What lies around the field has an Escape of its own.
  if (event.key === 'Escape') event.stopPropagation()
  act()
}

/** What is typed, what is found and which row is active. */
function usePicker({ code, airports, onPick }: Pick<Props, 'code' | 'airports' | 'onPick'>) {
  const [query, setQuery] = useState<string | null>(null)
  const [isLeft, setLeft] = useState(false)
  const [isClosed, setClosed] = useState(false)
  const [active, setActive] = useState(0)
  const picked = airports.index && code ? findAirport(airports.index, code) : null
  const isAsked = !isLeft && query !== null && query.trim().length >= MIN_QUERY
  const isOpen = isAsked && !isClosed
  const matches = isAsked && airports.status === 'ready' ? airports.search(query) : []
  const found = isOpen ? matches : []

  const isNone = query !== null && airports.status === 'ready' && matches.length === 0
  // Another airport has come from outside, as by the swap of both.
  const [last, setLast] = useState(code)
  if (code !== last) {
    setLast(code)
    if (code) setQuery(null)
  }

  const type = (text: string) => {
    setQuery(text)
    setLeft(false)
    setClosed(false)
    setActive(0)
    if (text === '') onPick('')
  }
  const pick = (airport: Airport | undefined) => {
    if (!airport) return
    onPick(airport.iata_code)
    setQuery(null)
  }
  const close = () => setQuery(null)
  /** What matches nothing stays to be mended, and is no airport: the last one is not searched in its place. */
  const leave = () => {
    if (isClosed && !isNone) close()
    if (!isNone || !query?.trim()) return
    setLeft(true)
    if (code) onPick('')
  }
  const move = (step: number) => {
    if (isClosed) setClosed(false)
    else setActive((active + step + found.length) % Math.max(1, found.length))
  }
  const [toNext, toPrevious] = [() => move(1), () => move(-1)]
  const pickActive = () => pick(found[active])
  const closeList = () => setClosed(true)
  const inList = { Enter: pickActive, Tab: pickActive, Escape: closeList }
  // The first Escape closes the list, the second one gives up what was typed.
  const keys = { ArrowDown: toNext, ArrowUp: toPrevious, Escape: close, ...(isOpen ? inList : {}) }
  const onKeyDown = isAsked ? handleKeys(keys) : undefined
  const text = query ?? (picked ? airportLabel(picked) : code)
  // What was picked is not what is being typed.
  const hint = query === null ? picked?.name : undefined
  const typed = query?.trim() ?? ''
  const error = isLeft && isNone ? words.airportUnknown({ typed }) : null
  return { text, hint, error, typed, isOpen, isNone, found, active, setActive, type, pick, close, leave, onKeyDown }
}

/** The rows of what is found, of which the text box names the active one. */
function Options({ listId, picker }: { listId: string; picker: ReturnType<typeof usePicker> }) {
  const { found, active, setActive, pick } = picker
  return found.map((airport, index) => (
    // biome-ignore lint/a11y/useFocusableInteractive: the text box keeps the focus and names the active row.
    // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are the text box's.
    <div
      // Some airports share an id, and a row is only ever what stands at its place.
      // biome-ignore lint/suspicious/noArrayIndexKey: as above.
      key={index}
      id={`${listId}-${index}`}
      role="option"
      aria-selected={index === active}
      onPointerEnter={() => setActive(index)}
      onClick={(event) => {
        event.preventDefault()
        pick(airport)
      }}
    >
      <span>
        <b>{airport.name}</b>
        <small>{words.airportPlace({ city: airport.city_name, country: airport.country_code })}</small>
      </span>
      <kbd>({airport.iata_code})</kbd>
    </div>
  ))
}

/**
 * A text box with a list under it, by the WAI-ARIA combobox pattern. Leaving it without a pick keeps the last one, unless
 * nothing matches.
 */
export function AirportField({ id, label, code, airports, onPick, onNeeded, problem }: Props) {
  const root = useRef<HTMLDivElement>(null)
  const listId = useId()
  const picker = usePicker({ code, airports, onPick })
  const { isOpen, found, active } = picker
  const error = picker.error ?? problem ?? null
  const hasRows = found.length > 0
  useDismiss(root, isOpen && !picker.isNone, picker.close)
  const aboveKeyboard = useAboveKeyboard(root)

  useEffect(() => {
    if (isOpen) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, active, listId])

  return (
    <Cell ref={root}>
      <label className="control" htmlFor={id}>
        <span id={`${id}-label`} className="label">
          {label}
        </span>
        <input
          id={id}
          className="value"
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          placeholder={words.airportPlaceholder}
          aria-expanded={hasRows}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={hasRows ? `${listId}-${active}` : undefined}
          // Else the error would be a part of the name.
          aria-labelledby={error ? `${id}-label` : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          aria-invalid={error !== null || undefined}
          value={picker.text}
          onBlur={(event) => {
            aboveKeyboard.onBlur()
            // A window that is left for another one keeps its field.
            if (document.activeElement !== event.target) picker.leave()
          }}
          onFocus={(event) => {
            aboveKeyboard.onFocus()
            onNeeded()
            event.target.select()
          }}
          onPointerEnter={onNeeded}
          onChange={(event) => {
            onNeeded()
            picker.type(event.target.value)
          }}
          onKeyDown={picker.onKeyDown}
        />
        {error ? (
          <span id={`${id}-error`} className="hint error" role={picker.error ? 'alert' : undefined}>
            <Icon name="alert" size="sm" />
            {error}
          </span>
        ) : (
          <span className="hint">{picker.hint ?? '\u00a0'}</span>
        )}
      </label>
      <List id={listId} role="listbox" aria-label={label} hidden={!hasRows}>
        <Options listId={listId} picker={picker} />
      </List>
      <Status role="status">
        {hasRows && <Hidden className="count">{words.airportsFound({ count: found.length })}</Hidden>}
        {isOpen && !hasRows && message(airports, picker.typed)}
      </Status>
    </Cell>
  )
}

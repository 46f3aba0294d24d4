'use client'
import { useRef, useState } from 'react'
import { Calendar } from '@/components/ui/calendar'
import { Popover, useDismiss } from '@/components/ui/popover'
import { Skeleton } from '@/components/ui/skeleton'
import { formatPicked } from '@/lib/dates'
import { fieldIds } from '../../lib/search-form'
import { Cell } from './cell'

interface Props {
  id: string
  label: string
  /** Names the calendar. */
  choose: string
  /** Null while it is not known what day it is: the cell then has the outline of a date. */
  value: string | null
  hint: string
  today: string
  min: string
  max: string
  other?: string
  /** What the cell says in place of a date; the control is then disabled. */
  absent?: string
  onPick: (date: string) => void
}

/** A date and its hint, as tall as they will be. */
const Outline = () => (
  <>
    <span className="value">
      <Skeleton display="inline-block" w="7.5rem" h="5" maxW="full" verticalAlign="middle" />
    </span>
    <span className="hint">
      <Skeleton display="inline-block" w="4.5rem" h="3" verticalAlign="middle" />
    </span>
  </>
)

export function DateField({ id, label, choose, value, hint, today, min, max, other, absent, onPick }: Props) {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const close = () => {
    setOpen(false)
    root.current?.querySelector<HTMLElement>('.control')?.focus()
  }
  useDismiss(root, isOpen, () => setOpen(false))
  return (
    <Cell ref={root}>
      <button
        id={id}
        type="button"
        className="control"
        disabled={absent !== undefined}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="label">{label}</span>
        {value === null ? (
          <Outline />
        ) : (
          <>
            <span className="value">{absent ?? (value && formatPicked(value))}</span>
            <span className="hint">{hint || '\u00a0'}</span>
          </>
        )}
      </button>
      {isOpen && (
        <Popover
          aria-label={choose}
          top="calc(100% + 0.5rem)"
          insetStart={{ base: id === fieldIds.return ? 'auto' : '0', lg: '50%' }}
          insetEnd={{ base: '0', lg: 'auto' }}
          translate={{ lg: '-50% 0' }}
          w="21rem"
          maxW="calc(100vw - 4.25rem)"
        >
          <Calendar
            label={label}
            value={value ?? ''}
            today={today}
            min={min}
            max={max}
            other={other}
            onPick={(date) => {
              onPick(date)
              close()
            }}
          />
        </Popover>
      )}
    </Cell>
  )
}

'use client'
import { useRef, useState } from 'react'
import { Calendar } from '@/components/ui/calendar'
import { Popover, useDismiss } from '@/components/ui/popover'
import { formatPicked } from '@/lib/dates'
import { Cell } from './cell'

interface Props {
  id: string
  label: string
  value: string
  hint: string
  today: string
  min: string
  other?: string
  /** What the cell says in place of a date; the control is then disabled. */
  absent?: string
  onPick: (date: string) => void
}

export function DateField({ id, label, value, hint, today, min, other, absent, onPick }: Props) {
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
        <span className="value">{absent ?? (value && formatPicked(value))}</span>
        <span className="hint">{hint || '\u00a0'}</span>
      </button>
      {isOpen && (
        <Popover
          aria-label={`Choose ${label.toLowerCase()} date`}
          top="calc(100% + 0.5rem)"
          left={{ base: label === 'Return' ? 'auto' : '0', lg: '50%' }}
          right={{ base: '0', lg: 'auto' }}
          translate={{ lg: '-50% 0' }}
          w="21rem"
          maxW="calc(100vw - 3rem)"
        >
          <Calendar
            label={label}
            value={value}
            today={today}
            min={min}
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

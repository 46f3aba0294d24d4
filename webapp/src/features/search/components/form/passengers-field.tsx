'use client'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Counter } from '@/components/ui/counter'
import { Notice } from '@/components/ui/notice'
import { Popover, useDismiss } from '@/components/ui/popover'
import { counted } from '@/lib/counted'
import { travellersLabel } from '@/lib/criteria'
import { fieldIds, isAgeMissing, limits, type Party, partyProblem, withCount } from '../../lib/search-form'
import { AgeFields } from './age-fields'
import { Cell } from './cell'

const counters = [
  { key: 'adults', label: 'Adults', hint: '12+' },
  { key: 'children', label: 'Children', hint: '2-17, by the age you choose' },
  { key: 'infants', label: 'Infants', hint: 'Under 2, on a lap' },
] as const

interface Props {
  party: Party
  isInvalid?: boolean
  onChange: (party: Party) => void
}

export function PassengersField({ party, isInvalid = false, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const problem = partyProblem(party)
  const { missed, miss, forgive } = useMissedAges(root)
  const total = party.adults + party.children + party.infants
  useDismiss(root, isOpen, () => setOpen(false))
  const done = () => {
    if (isAgeMissing(party)) return miss()
    setOpen(false)
    root.current?.querySelector<HTMLElement>('.control')?.focus()
  }
  return (
    <Cell ref={root}>
      <button
        id={fieldIds.passengers}
        type="button"
        className="control"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="label">Passengers</span>
        <span className="value">{counted(total, 'traveler')}</span>
        <span className="hint">{travellersLabel(party)}</span>
      </button>
      {isOpen && (
        <Popover aria-label="Passengers" top="calc(100% + 0.5rem)" insetEnd="0" w="20rem" maxW="calc(100vw - 3rem)">
          {counters.map(({ key, label, hint }) => (
            <Counter
              key={key}
              label={label}
              hint={hint}
              value={party[key]}
              {...limits[key]}
              limit={`at most ${limits[key].max} online`}
              onChange={(value) => {
                forgive()
                onChange(withCount(party, key, value))
              }}
            />
          ))}
          <AgeFields party={party} isInvalid={isInvalid || missed} onChange={onChange} />
          {problem && (
            <Notice tone="warning" role="alert">
              {problem}
            </Notice>
          )}
          <Button block mt="3" onClick={done}>
            Done
          </Button>
        </Popover>
      )}
    </Cell>
  )
}

/** Whether Done was pressed before each age was chosen: then the first that is missing has the focus. */
function useMissedAges(root: RefObject<HTMLElement | null>) {
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (attempt > 0) root.current?.querySelector<HTMLElement>('select[aria-invalid=true]')?.focus()
  }, [attempt, root])
  return { missed: attempt > 0, miss: () => setAttempt(attempt + 1), forgive: () => setAttempt(0) }
}

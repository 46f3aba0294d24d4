'use client'
import { type Ref, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Counter } from '@/components/ui/counter'
import { Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { Popover, useDismiss } from '@/components/ui/popover'
import { travellersLabel } from '@/lib/criteria'
import * as travelerWords from '@/messages/lib/travelers'
import * as words from '@/messages/search/form'
import { fieldIds, isAgeMissing, limits, type Party, partyProblem, withCount } from '../../lib/search-form'
import { AgeFields } from './age-fields'
import { Cell } from './cell'

const counters = [
  { key: 'adults', label: words.adults, hint: words.adultsHint, spoken: travelerWords.adults },
  { key: 'children', label: words.children, hint: words.childrenHint, spoken: travelerWords.children },
  { key: 'infants', label: words.infants, hint: words.infantsHint, spoken: travelerWords.infants },
] as const

/** What other parts of the form may ask of the field. */
export interface PassengersHandle {
  /** Opens it at the first age that is still to be chosen. */
  showMissingAge: () => void
}

interface Props {
  ref?: Ref<PassengersHandle>
  party: Party
  /** Ages are missing. */
  isInvalid?: boolean
  onChange: (party: Party) => void
}

/** How many of each kind. */
function Counters({ party, onChange }: Pick<Props, 'party' | 'onChange'>) {
  return counters.map(({ key, label, hint, spoken }) => (
    <Counter
      key={key}
      label={label}
      hint={hint}
      value={party[key]}
      spoken={spoken({ count: party[key] })}
      {...limits[key]}
      limit={words.mostOnline({ count: limits[key].max })}
      onChange={(value) => onChange(withCount(party, key, value))}
    />
  ))
}

export function PassengersField({ ref, party, isInvalid = false, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const problem = partyProblem(party)
  const { missed, miss, forgive } = useMissedAges(root)
  const total = party.adults + party.children + party.infants
  useDismiss(root, isOpen, () => setOpen(false))
  useImperativeHandle(ref, () => ({
    showMissingAge: () => {
      setOpen(true)
      miss()
    },
  }))
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
        <span className="label">{words.passengers}</span>
        <span className="value">{words.travelers({ count: total })}</span>
        <span className="hint">{travellersLabel(party)}</span>
      </button>
      {isOpen && (
        <Popover
          aria-label={words.passengers}
          top="calc(100% + 0.5rem)"
          insetEnd="0"
          w="20rem"
          maxW="calc(100vw - 3rem)"
        >
          <Counters
            party={party}
            onChange={(next) => {
              forgive()
              onChange(next)
            }}
          />
          <Text mt="2" textStyle="xs" color="fg.muted">
            {words.teens}
          </Text>
          <AgeFields party={party} isInvalid={isInvalid || missed} onChange={onChange} />
          {problem && (
            <Notice tone="warning" role="alert" mt="3">
              {problem}
            </Notice>
          )}
          <Button block mt="3" onClick={done}>
            {words.passengersDone}
          </Button>
        </Popover>
      )}
    </Cell>
  )
}

/** Once the traveler was asked for ages that are missing, moves the focus to the first of them. */
function useMissedAges(root: RefObject<HTMLElement | null>) {
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (attempt > 0) root.current?.querySelector<HTMLElement>('select[aria-invalid=true]')?.focus()
  }, [attempt, root])
  return { missed: attempt > 0, miss: () => setAttempt(attempt + 1), forgive: () => setAttempt(0) }
}

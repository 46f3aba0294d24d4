'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useRef } from 'react'
import { formatTotal } from '@/lib/money'
import { useScrollEdges } from '@/lib/use-scroll-edges'
import * as words from '@/messages/booking/seats'
import { fadedEdges } from '@/theme/faded-edges'
import { chosenInForcedColors } from '@/theme/forced-colors'
import { useTrip } from '../../hooks/booking-contexts'
import { usePicker } from '../../hooks/use-seat-picker'
import { choiceOf } from '../../lib/seat-choices'

const Root = chakra('fieldset', {
  base: {
    display: 'flex',
    flexWrap: { base: 'nowrap', md: 'wrap' },
    gap: '2',
    overflowX: { base: 'auto', md: 'visible' },
    p: '0.5',
    minW: '0',
    ...fadedEdges,
    '& legend': { srOnly: true },
    '& label': {
      position: 'relative',
      flex: 'none',
      display: 'grid',
      gridTemplateColumns: 'auto 1fr',
      columnGap: '3',
      alignItems: 'center',
      minH: '13',
      ps: '2',
      pe: '4',
      py: '2',
      bg: 'surface',
      border: '1px solid {colors.line.strong}',
      borderRadius: 'md',
      textStyle: 'sm',
      cursor: 'pointer',
    },
    '& label:has(:checked)': {
      bg: 'tint',
      borderColor: 'route',
      boxShadow: 'inset 0 0 0 1px {colors.route}',
      ...chosenInForcedColors,
    },
    '& label:has(:focus-visible)': { outline: '2px solid {colors.focus}', outlineOffset: '1px' },
    '& input': { position: 'absolute', inset: '0', m: '0', opacity: '0', cursor: 'pointer' },
    '& .number': {
      gridRow: 'span 2',
      display: 'grid',
      placeItems: 'center',
      boxSize: '9',
      borderRadius: 'full',
      bg: 'tint.strong',
      color: 'ink',
      fontWeight: 'semibold',
    },
    '& b': { maxW: '12rem', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& small': { textStyle: 'xs', color: 'fg.muted' },
  },
})

const NAME = 'seat-passenger'
export const passengerFieldId = (passengerId: string) => `${NAME}-${passengerId}`
/** Of the one before, so that it is seen to be there. */
const IN_FRONT_PX = 40

/** Where the keyboard goes from the map: to the passenger who is choosing. */
export const focusPassengerPicker = () =>
  document.querySelector<HTMLInputElement>(`input[name="${NAME}"]:checked`)?.focus()

/** Who the next seat is for. */
export function PassengerPicker() {
  const { party, seats } = useTrip()
  const picker = usePicker()
  const root = useRef<HTMLFieldSetElement>(null)
  const more = useScrollEdges(root)
  const { activeId } = picker

  // Whose turn it is must be in sight where the row is wider than the window.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `activeId` is the reason to run, not an input.
  useEffect(() => {
    const chosen = root.current?.querySelector('input:checked')?.parentElement
    if (root.current && chosen) root.current.scrollLeft = chosen.offsetLeft - root.current.offsetLeft - IN_FRONT_PX
  }, [activeId])

  return (
    <Root ref={root} data-more={more || undefined}>
      <legend>{words.pickerLegend}</legend>
      {picker.seated.map(({ id }) => {
        const choice = choiceOf(seats, picker.segmentId, id)
        const number = party.findIndex((member) => member.id === id) + 1
        return (
          <label key={id}>
            <input
              id={passengerFieldId(id)}
              type="radio"
              name={NAME}
              checked={id === activeId}
              // The passenger that a link leads to is the one who chooses.
              onFocus={() => picker.setActiveId(id)}
              onChange={() => picker.setActiveId(id)}
            />
            <span className="number" aria-hidden="true">
              {number}
            </span>
            <b>{picker.nameOf(id)}</b>
            <small>
              {choice
                ? words.seatAndPrice({
                    seat: choice.designator,
                    price: formatTotal(choice.price.amount, choice.price.currency),
                  })
                : words.noSeatYet}
            </small>
          </label>
        )
      })}
    </Root>
  )
}

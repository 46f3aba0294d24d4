'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { useId } from 'react'
import * as words from '@/messages/components/ui'
import { Hidden } from './layout'
import { StepButton } from './step-button'

const Root = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minH: '14',
    '& > div': { flex: '1', fontSize: 'label', lineHeight: '1.3', color: 'ink' },
    '& small': { display: 'block', textStyle: 'xs', color: 'fg.muted' },
    '& output': { minW: '6', textAlign: 'center', fontWeight: 'semibold', color: 'ink' },
  },
})

interface Props {
  label: string
  hint: string
  value: number
  /** The value with its noun: "2 adults". A bare number would say nothing by itself. */
  spoken: string
  min: number
  max: number
  /** Why there can be no more; shown once there are `max`. */
  limit: string
  onChange: (value: number) => void
}

export function Counter({ label, hint, value, spoken, min, max, limit, onChange }: Props) {
  const hintId = useId()
  return (
    <Root role="group" aria-label={words.counter({ name: label, hint })}>
      <div>
        {label}
        <small id={hintId}>{value >= max ? words.counterFull({ hint, limit }) : hint}</small>
      </div>
      <StepButton
        icon="minus"
        aria-label={words.fewer({ name: label })}
        isResting={value <= min}
        onPress={() => onChange(value - 1)}
      />
      <output aria-hidden="true">{value}</output>
      <Hidden role="status">{spoken}</Hidden>
      <StepButton
        icon="plus"
        aria-label={words.more({ name: label })}
        aria-describedby={hintId}
        isResting={value >= max}
        onPress={() => onChange(value + 1)}
      />
    </Root>
  )
}

'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { useId } from 'react'
import * as words from '@/messages/components/ui'
import { resting } from './busy-button'
import { Icon } from './icon'
import { Hidden } from './layout'

const Root = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minH: '14',
    '& > div': { flex: '1', fontSize: 'label', lineHeight: '1.3', color: 'ink' },
    '& small': { display: 'block', textStyle: 'xs', color: 'fg.muted' },
    '& output': { minW: '6', textAlign: 'center', fontWeight: 'semibold', color: 'ink' },
    '& button': {
      display: 'grid',
      placeItems: 'center',
      boxSize: '11',
      borderRadius: 'full',
      border: '1px solid {colors.line.strong}',
      color: 'ink',
      cursor: 'pointer',
      _hover: { bg: 'tint' },
      _disabled: { borderColor: 'line', color: 'line.strong', bg: 'transparent', cursor: 'not-allowed' },
    },
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
      <button
        type="button"
        aria-label={words.fewer({ name: label })}
        {...resting(value <= min, () => onChange(value - 1))}
      >
        <Icon name="minus" />
      </button>
      <output aria-hidden="true">{value}</output>
      <Hidden role="status">{spoken}</Hidden>
      <button
        type="button"
        aria-label={words.more({ name: label })}
        aria-describedby={hintId}
        {...resting(value >= max, () => onChange(value + 1))}
      >
        <Icon name="plus" />
      </button>
    </Root>
  )
}

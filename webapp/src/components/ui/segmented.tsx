'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, type Ref, useId } from 'react'
import { chosenInForcedColors } from '@/theme/forced-colors'

const Root = chakra('fieldset', {
  base: {
    display: { base: 'flex', md: 'inline-flex' },
    w: { base: 'full', md: 'auto' },
    justifySelf: { md: 'start' },
    gap: '2px',
    p: '3px',
    m: '0',
    minW: '0',
    border: '0',
    borderRadius: 'md',
    bg: 'surface.sunken',
    '& legend': { srOnly: true },
    '& label': {
      position: 'relative',
      flex: { base: '1', md: 'none' },
      display: 'inline-flex',
      alignItems: 'center',
      justifyContent: 'center',
      gap: '2',
      minH: '2.375rem',
      px: { base: '1', sm: '2', md: '4' },
      borderRadius: '0.375rem',
      fontSize: 'sm',
      fontWeight: 'medium',
      whiteSpace: 'nowrap',
      cursor: 'pointer',
      '& small': { fontSize: 'xs', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
    },
    '& input': { position: 'absolute', inset: '0', opacity: '0', cursor: 'pointer', m: '0' },
    '& label:has(:checked)': {
      bg: 'surface',
      color: 'ink',
      fontWeight: 'semibold',
      boxShadow: '0 0 0 1px {colors.line.strong}',
      ...chosenInForcedColors,
    },
    '& label:has(:focus-visible)': { outline: '2px solid {colors.focus}', outlineOffset: '2px' },
  },
})

interface Props<Value extends string> {
  ref?: Ref<HTMLFieldSetElement>
  legend: string
  value: Value
  options: readonly { value: Value; label: ReactNode }[]
  onChange: (value: Value) => void
}

/** One of a few: native radio buttons, so arrow keys and readers work as everywhere. */
export function Segmented<Value extends string>({ ref, legend, value, options, onChange }: Props<Value>) {
  const name = useId()
  return (
    <Root ref={ref}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </Root>
  )
}

'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useId } from 'react'

const Row = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minH: '9',
    fontSize: 'sm',
    cursor: 'pointer',
    '& > small': {
      ms: 'auto',
      whiteSpace: 'nowrap',
      textStyle: 'xs',
      color: 'fg.muted',
      fontVariantNumeric: 'tabular-nums',
    },
    '& > input': { flexShrink: '0' },
    '&:has(:disabled)': { color: 'fg.muted', cursor: 'not-allowed', '& > input': { opacity: '0.5' } },
  },
})

const tick = `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='black' stroke-width='3.4' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='m5 12.5 4.5 4.5L19 7'/%3E%3C/svg%3E") center / 0.875rem no-repeat`

const Box = chakra('input', {
  base: {
    appearance: 'none',
    boxSize: '1.125rem',
    m: '0',
    border: '1.5px solid {colors.line.strong}',
    borderRadius: 'sm',
    bg: 'surface',
    cursor: 'pointer',
    display: 'grid',
    '&[aria-invalid=true]': { borderColor: 'error.fg' },
    // The tick is a mask, so that it has the colour that the brand's solid asks for.
    _after: { content: '""', boxSize: '0.9375rem', mask: tick, bg: 'transparent' },
    // The browser's own shows its tick in forced colours, which drop ours.
    _highContrast: { appearance: 'auto', _after: { display: 'none' } },
    _checked: { bg: 'solid', borderColor: 'route', _after: { bg: 'solid.contrast' } },
  },
})

const Track = chakra('input', {
  base: {
    appearance: 'none',
    position: 'relative',
    w: '10',
    h: '6',
    m: '0',
    ms: 'auto',
    'small + &': { ms: '0' },
    borderRadius: 'full',
    bg: 'line.strong',
    cursor: 'pointer',
    transition: 'background-color 120ms',
    _after: {
      content: '""',
      position: 'absolute',
      top: '0.1875rem',
      insetStart: '0.1875rem',
      boxSize: '1.125rem',
      borderRadius: 'full',
      bg: '#ffffff',
      transition: 'translate 120ms',
    },
    _checked: { bg: 'solid', _after: { translate: '1rem 0', bg: 'solid.contrast' } },
    _disabled: { opacity: '0.5', cursor: 'not-allowed' },
    _highContrast: {
      forcedColorAdjust: 'none',
      bg: 'Canvas',
      boxShadow: 'inset 0 0 0 1px CanvasText',
      _after: { bg: 'CanvasText' },
      _checked: { bg: 'Highlight', _after: { bg: 'HighlightText' } },
    },
  },
})

interface Props {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  /** A figure at the end of the row. */
  note?: string
  disabled?: boolean
  /** The id of the complaint about it, while there is one. */
  errorId?: string
}

/** The label names the control, the figure only describes it. */
function useNames(note: string | undefined) {
  const label = useId()
  const figure = useId()
  return { label, figure, control: { 'aria-labelledby': label, 'aria-describedby': note ? figure : undefined } }
}

export function Checkbox({ label, checked, onChange, note, disabled, errorId }: Props) {
  const names = useNames(note)
  return (
    <Row>
      <Box
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(e) => onChange(e.target.checked)}
        {...names.control}
        {...(errorId && { 'aria-invalid': true, 'aria-describedby': errorId })}
      />
      <span id={names.label}>{label}</span>
      {note && <small id={names.figure}>{note}</small>}
    </Row>
  )
}

export function Switch({ label, checked, onChange, note, disabled }: Omit<Props, 'errorId'>) {
  const names = useNames(note)
  return (
    <Row>
      <span id={names.label}>{label}</span>
      {note && <small id={names.figure}>{note}</small>}
      <Track
        type="checkbox"
        role="switch"
        checked={checked}
        disabled={disabled}
        onChange={(e) => onChange(e.target.checked)}
        {...names.control}
      />
    </Row>
  )
}

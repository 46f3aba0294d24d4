'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Field, Input } from '@/components/ui/field'

const Root = chakra('div', {
  base: {
    position: 'relative',
    // The picker lies in the frame of the text field, beside the value that can be typed or pasted.
    '& > input[type=color]': {
      position: 'absolute',
      top: '2.125rem',
      insetStart: '2',
      boxSize: '7',
      p: '0',
      border: '1px solid {colors.line.strong}',
      borderRadius: 'sm',
      bg: 'transparent',
      cursor: 'pointer',
      '&::-webkit-color-swatch-wrapper': { p: '0' },
      '&::-webkit-color-swatch': { border: '0', borderRadius: '0.1875rem' },
    },
  },
})

interface Props {
  id: string
  label: string
  hint: string
  /** Names the picker. */
  pick: string
  error?: string
  warning?: string
  value: string
  onChange: (event: { target: { value: string } }) => void
}

export function ColorField({ value, onChange, pick, ...field }: Props) {
  return (
    <Root>
      <Field {...field}>
        <Input value={value} onChange={onChange} ps="11" autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
      <input
        type="color"
        aria-label={pick}
        value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#ffffff'}
        onChange={onChange}
      />
    </Root>
  )
}

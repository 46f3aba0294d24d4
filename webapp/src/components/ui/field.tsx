'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { cloneElement, type ReactElement, type ReactNode, useId } from 'react'
import * as words from '@/messages/components/ui'
import { Icon } from './icon'

const control = {
  w: 'full',
  minH: '2.875rem',
  px: '3',
  border: '1px solid {colors.line.strong}',
  borderRadius: 'md',
  bg: 'surface',
  color: 'ink',
  fontSize: 'md',
  '&[aria-invalid=true]': { borderColor: 'error.fg', boxShadow: 'inset 0 0 0 1px {colors.error.fg}' },
  _disabled: { bg: 'surface.sunken', color: 'fg.muted', cursor: 'not-allowed' },
} as const

export const Input = chakra('input', { base: control })
/** A control's look around a frame in which somebody else's control stands. */
export const ControlBox = chakra('div', {
  base: {
    ...control,
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    alignItems: 'center',
    cursor: 'text',
    // Its colour is read and told to the frame: no transition, however short, may stand between.
    transitionProperty: 'none',
    // A frame whose colour scheme is not its document's is painted on an opaque white.
    '& iframe': { colorScheme: 'light' },
    '&[data-focused]': { outline: '2px solid {colors.focus}', outlineOffset: '2px' },
  },
})
export const Textarea = chakra('textarea', { base: { ...control, py: '2', lineHeight: '1.5', resize: 'vertical' } })
/** A native list; the arrow is drawn by `Field`'s frame-free background. */
export const Select = chakra('select', {
  base: {
    ...control,
    appearance: 'none',
    pe: '9',
    backgroundImage: `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='16' height='16' fill='none' stroke='%237d8886' stroke-width='1.8' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='m4 6 4 4 4-4'/%3E%3C/svg%3E")`,
    backgroundRepeat: 'no-repeat',
    backgroundPosition: 'right 0.75rem center',
  },
})

const Root = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '1.5', alignContent: 'start' },
})
const Label = chakra('label', { base: { fontSize: 'sm', fontWeight: 'medium', color: 'ink' } })
const Optional = chakra('span', { base: { color: 'fg.muted', fontWeight: 'normal' } })
const Note = chakra('p', {
  base: { display: 'flex', gap: '1.5', textStyle: 'xs', color: 'fg.muted' },
  variants: {
    tone: {
      hint: {},
      warning: { color: 'warning.fg', fontWeight: 'medium' },
      error: { color: 'error.fg', fontWeight: 'medium' },
    },
  },
})

/** Two fields side by side: their controls stand in one line even where one label takes two. */
export const FieldPair = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    columnGap: '4',
    rowGap: '1.5',
    // Label, control and note. Without a note its row is empty, and the gap above it is one too many.
    '& > *': { gridRow: 'span 3', gridTemplateRows: 'subgrid' },
    '&:not(:has(p))': { mb: '-1.5' },
    '& label': { alignSelf: 'end' },
  },
})

/** A complaint about what no `Field` holds, in its looks. */
export const ErrorNote = ({ id, children }: { id?: string; children: ReactNode }) => (
  <Note id={id} tone="error" role="alert">
    <Icon name="alert" size="sm" />
    <span>{children}</span>
  </Note>
)

/** What is wrong, and below it still how to do it right. */
const Notes = chakra('div', { base: { display: 'grid', gap: '1' } })

interface ControlProps {
  id?: string
  'aria-required'?: boolean
  'aria-invalid'?: boolean
  'aria-describedby'?: string
}

interface Props {
  label: ReactNode
  /** One control: it gets the label's id, `aria-required`, `aria-invalid` and the description. */
  children: ReactElement<ControlProps>
  id?: string
  optional?: boolean
  hint?: ReactNode
  warning?: ReactNode
  error?: ReactNode
}

/** Of the label of the field with this control. */
export const labelId = (controlId: string) => `${controlId}-label`

/** Label above, notes below: the error and the hint that helps to mend it, else the warning, else the hint. */
export function Field({ label, children, id, optional, hint, warning, error }: Props) {
  const ownId = useId()
  const controlId = id ?? ownId
  const problem = error ?? warning
  const help = error || !warning ? hint : undefined
  const hasNotes = Boolean(problem || help)
  // A frame around somebody else's field is no control: the field in it says itself that it is required.
  const isRequired = !optional && children.type !== ControlBox
  return (
    <Root>
      <Label id={labelId(controlId)} htmlFor={controlId}>
        {label} {optional && <Optional>{words.optional}</Optional>}
      </Label>
      {cloneElement(children, {
        id: controlId,
        'aria-required': isRequired || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': hasNotes ? `${controlId}-note` : undefined,
      })}
      {hasNotes && (
        <Notes id={`${controlId}-note`}>
          {problem && (
            <Note tone={error ? 'error' : 'warning'}>
              <Icon name="alert" size="sm" />
              <span>{problem}</span>
            </Note>
          )}
          {help && <Note>{help}</Note>}
        </Notes>
      )}
    </Root>
  )
}

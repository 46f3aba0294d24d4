'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { type Ref, useEffect, useRef } from 'react'
import { Icon } from './icon'

export interface FieldProblem {
  /** The id of the control to jump to; none for a problem of the whole form. */
  fieldId?: string
  message: string
}

const Root = chakra('div', {
  base: { border: '1px solid {colors.error.fg}', bg: 'error.soft', borderRadius: 'md', px: '5', py: '4' },
})
const Title = chakra('h2', { base: { display: 'flex', gap: '2', alignItems: 'center', textStyle: 'h4' } })
const List = chakra('ul', {
  base: {
    mt: '2',
    pl: '7',
    display: 'grid',
    fontSize: 'sm',
    color: 'error.fg',
    // 24 px a line: each leads to a field and must be hit.
    lineHeight: '1.5rem',
    '& a': { display: 'inline-block', color: 'error.fg' },
  },
})

interface Props {
  title: string
  problems: readonly FieldProblem[]
  /** Grows with each try, so that the summary takes the focus again. */
  attempt?: number
}

/** What stands between the traveller and the next step. It takes the focus and leads to the fields. */
export function ErrorSummary({ title, problems, attempt = 0 }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  const count = problems.length

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is the reason to run, not an input.
  useEffect(() => {
    if (count > 0) ref.current?.focus()
  }, [attempt, count])

  if (count === 0) return null
  return (
    <Root ref={ref as Ref<HTMLDivElement>} tabIndex={-1} role="alert">
      <Title>
        <Icon name="alert" />
        {title}
      </Title>
      <List>
        {problems.map(({ fieldId, message }) => (
          <li key={`${fieldId ?? ''}${message}`}>{fieldId ? <a href={`#${fieldId}`}>{message}</a> : message}</li>
        ))}
      </List>
    </Root>
  )
}

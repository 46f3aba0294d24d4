'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { type MouseEvent, type ReactNode, type Ref, useEffect, useId, useRef } from 'react'
import { reveal } from '@/lib/reveal'
import * as words from '@/messages/components/ui'
import { Icon } from './icon'

export interface FieldProblem {
  /** The id of the control to jump to; none for a problem of the whole form. */
  fieldId?: string
  /** Whose it is, where a form asks for several: "Passenger 2". */
  group?: string
  message: string
}

const Root = chakra('div', {
  base: {
    border: '1px solid {colors.error.fg}',
    bg: 'error.soft',
    borderRadius: 'md',
    px: '5',
    py: '4',
    '& h3': { mt: '3', ps: '7', textStyle: 'sm', fontWeight: 'semibold' },
    '& h3 + ul': { mt: '0.5' },
    '& > .way': { ps: '7', mt: '3' },
  },
})
const Title = chakra('h2', { base: { display: 'flex', gap: '2', alignItems: 'flex-start', textStyle: 'h4' } })
const List = chakra('ul', {
  base: {
    mt: '2',
    ps: '7',
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
  /** Leads to fields that are not in the page yet; says whether it has. */
  onJump?: (fieldId: string) => boolean
  /** A way on without mending anything. */
  children?: ReactNode
}

/**
 * What stands between the traveller and the next step. It takes the focus, which reads its title, and leads to the
 * fields. It is no live region: it changes while one types.
 */
export function ErrorSummary({ title, problems, attempt = 0, onJump, children }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  const titleId = useId()
  // Once a try: while problems are mended the focus stays in the fields.
  const focusedFor = useRef<number | null>(null)
  const hasProblems = problems.length > 0

  useEffect(() => {
    if (!hasProblems || focusedFor.current === attempt) return
    focusedFor.current = attempt
    reveal(ref.current)
  }, [attempt, hasProblems])

  if (!hasProblems) return null
  const groups = [...new Set(problems.map(({ group }) => group))]
  return (
    <Root ref={ref as Ref<HTMLDivElement>} tabIndex={-1} role="group" aria-labelledby={titleId}>
      <Title id={titleId}>
        <Icon name="alert" />
        {title}
      </Title>
      {groups.map((group) => {
        const own = problems.filter((problem) => problem.group === group)
        return group ? (
          <Group key={group} group={group} problems={own} onJump={onJump} />
        ) : (
          <Links key="" problems={own} onJump={onJump} />
        )
      })}
      {children && <div className="way">{children}</div>}
    </Root>
  )
}

const SHOWN = 3

interface LinksProps extends Pick<Props, 'onJump'> {
  problems: readonly FieldProblem[]
  /** Whose they are: two passengers may lack the same, and a list of links is read without its headings. */
  group?: string
}

/** The first few: the others take their place as these are mended. The last line leads to the first of the others. */
function Group({ group, problems, onJump }: LinksProps & { group: string }) {
  const shown = problems.slice(0, SHOWN)
  const [next] = problems.slice(SHOWN)
  const more = words.moreProblems({ count: problems.length - SHOWN })
  return (
    <>
      <h3>{words.fieldsToCheck({ group, count: problems.length })}</h3>
      <Links group={group} problems={next ? [...shown, { ...next, message: more }] : shown} onJump={onJump} />
    </>
  )
}

function Links({ problems, group, onJump }: LinksProps) {
  const jump = (event: MouseEvent, fieldId: string) => {
    if (onJump?.(fieldId)) return event.preventDefault()
    const field = document.getElementById(fieldId)
    if (!field) return
    // Not by the address: that would add a page to go back to, and not every browser would move the focus.
    event.preventDefault()
    reveal(field)
  }
  return (
    <List>
      {problems.map(({ fieldId, message }) => (
        <li key={`${fieldId ?? ''}${message}`}>
          {fieldId ? (
            <a
              href={`#${fieldId}`}
              aria-label={group && words.problemOf({ group, problem: message })}
              onClick={(event) => jump(event, fieldId)}
            >
              {message}
            </a>
          ) : (
            message
          )}
        </li>
      ))}
    </List>
  )
}

import { useEffect, useId, useRef } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Row, Stack, Text } from '@/components/ui/layout'
import * as words from '@/messages/admin/attention/case'
import { CallMade, Evidence, Fact, Facts, Step } from './facts'
import type { ActionWords, ReviewCase } from './review-case'
import { owedWords } from './words'

interface Props<Action extends string> {
  of: ReviewCase<Action>
  actions: Record<Action, ActionWords>
  onChoose: (action: Action) => void
}

/** Takes the reader to the case that the address names: the list is read long after the browser has looked for it. */
function useMailedLink(anchor: string | undefined) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (anchor && window.location.hash === `#${anchor}`) {
      heading.current?.scrollIntoView()
      heading.current?.focus()
    }
  }, [anchor])
  return heading
}

/** One case: where it stands, what is known, what is owed, what may be done. */
export function ReviewCard<Action extends string>({ of, actions, onChoose }: Props<Action>) {
  const heading = useMailedLink(of.anchor)
  return (
    <Stack gap="3" justifyItems="stretch">
      <Row flexWrap="wrap">
        <h3 id={of.anchor} ref={heading} tabIndex={-1}>
          {of.title}
        </h3>
        {of.state && <Badge variant="warning">{of.state}</Badge>}
        <Badge variant={of.mode === 'live' ? 'destructive' : 'info'}>{of.mode}</Badge>
      </Row>
      <Text>{of.explanation}</Text>
      <KnownFacts of={of} />
      <Choices of={of} actions={actions} onChoose={onChoose} />
    </Stack>
  )
}

type Known = Pick<ReviewCase<string>, 'facts' | 'attempts' | 'history'>

function KnownFacts({ of: { facts, attempts, history } }: { of: Known }) {
  return (
    <>
      {facts.length > 0 && (
        <Facts>
          {facts.map(({ name, value }) => (
            <Fact key={typeof value === 'string' ? `${name} ${value}` : name} name={name}>
              {value}
            </Fact>
          ))}
        </Facts>
      )}
      {attempts.length + history.length > 0 && (
        <Evidence>
          <summary>{words.whatHappened}</summary>
          <ol>
            {attempts.map((it) => (
              <CallMade key={`${it.op}/${it.n}`} of={it} />
            ))}
            {history.map((it) => (
              <Step key={`${it.at} ${it.what} ${it.to}`} of={it} />
            ))}
          </ol>
        </Evidence>
      )}
    </>
  )
}

/** What may be done, a button each; the sum that is owed stands beside the one that says it is paid. */
function Choices<Action extends string>({ of, actions, onChoose }: Props<Action>) {
  const id = useId()
  const owed = of.owed && owedWords(of.owed)
  return (
    <Row flexWrap="wrap">
      {of.actions.map((action) => {
        const sum = actions[action].pays ? owed : null
        return (
          <Row key={action} flexWrap="wrap">
            <Button variant="outline" aria-describedby={sum ? id : undefined} onClick={() => onChoose(action)}>
              {actions[action].label}
            </Button>
            {sum && (
              <Text id={id} textStyle="sm">
                {sum}
              </Text>
            )}
          </Row>
        )
      })}
    </Row>
  )
}

'use client'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Row, Stack, Text } from '@/components/ui/layout'
import { notify } from '@/components/ui/toast/notify'
import { formatMoment } from '@/lib/dates'
import * as words from '@/messages/admin/second-factor'
import { useSecondFactor } from '../../api/second-factor'
import type { Task } from '../../hooks/use-factor-task'
import { LoadFailed } from '../attention/load-failed'

const FactorDialog = dynamic(() => import('./factor-dialog'), { ssr: false })

/** The administrator's own second factor: whether there is one, and what can be done about it. */
export default function SecondFactorPanel() {
  const { data: factor, error, mutate } = useSecondFactor()
  const [task, setTask] = useState<Task | null>(null)
  if (error && !factor) return <LoadFailed error={error} sentence={words.loadFailed} ask={mutate} />
  if (!factor) return <Text role="status">{words.loading}</Text>

  const finish = (done: Task) => {
    setTask(null)
    const description = done === 'renew' ? words.renewDone : words.setUpDone
    void notify({ type: 'success', title: words.doneTitle, description })
    void mutate()
  }
  return (
    <Stack justifyItems="start">
      {factor.enrolledAt ? <On since={factor.enrolledAt} codesLeft={factor.recoveryCodesLeft} /> : <Off />}
      <Row flexWrap="wrap">
        {factor.enrolledAt ? (
          <>
            <Button variant="outline" onClick={() => setTask('replace')}>
              {words.replace}
            </Button>
            <Button variant="outline" onClick={() => setTask('renew')}>
              {words.renew}
            </Button>
          </>
        ) : (
          <Button onClick={() => setTask('setUp')}>{words.setUp}</Button>
        )}
      </Row>
      {task && <FactorDialog task={task} onDone={() => finish(task)} onClose={() => setTask(null)} />}
    </Stack>
  )
}

function Off() {
  return (
    <Row flexWrap="wrap">
      <Badge variant="warning">
        <Icon name="alert" />
        {words.off}
      </Badge>
      <Text>{words.offText}</Text>
    </Row>
  )
}

function On({ since, codesLeft }: { since: string; codesLeft: number }) {
  return (
    <Row flexWrap="wrap">
      <Badge variant="success">
        <Icon name="ok" />
        {words.on}
      </Badge>
      <Text>
        {words.since({ moment: formatMoment(since), time: (text) => <time dateTime={since}>{text}</time> })}{' '}
        {words.codesLeft({ count: codesLeft })}
      </Text>
    </Row>
  )
}

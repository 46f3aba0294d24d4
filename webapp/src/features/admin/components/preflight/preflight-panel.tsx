'use client'
import dynamic from 'next/dynamic'
import { BusyButton } from '@/components/ui/busy-button'
import { Stack, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import type { Preflight } from '@/lib/api/types'
import { formatMoment } from '@/lib/dates'
import * as passwordWords from '@/messages/admin/password'
import * as words from '@/messages/admin/preflight'
import { usePreflight } from '../../hooks/use-preflight'
import { groupsOf, summaryOf } from '../../lib/preflight'
import { Cases } from '../attention/facts'
import { CheckLine } from './check-line'

const PasswordDialog = dynamic(() => import('../password-dialog').then((module) => module.PasswordDialog), {
  ssr: false,
})

/** What live mode needs, checked at the press of a button. For administrators. */
export default function PreflightPanel() {
  const { report, failure, isRunning, password, run } = usePreflight()
  return (
    <Stack gap="5" justifyItems="stretch">
      <BusyButton justifySelf="start" isBusy={isRunning} onClick={run}>
        {isRunning ? words.running : words.run}
      </BusyButton>
      {/* Always there, so that a screen reader hears what changes in it. */}
      <div role="status">{isRunning ? <Text>{words.runningText}</Text> : <Result of={report} />}</div>
      {failure && (
        <Notice tone="error" role="alert">
          {words.runFailed} {failure}
        </Notice>
      )}
      {report && <Groups of={report} />}
      {password.purpose && (
        <PasswordDialog
          why={passwordWords.why({ purpose: password.purpose })}
          failure={password.failure}
          wantsCode={password.wantsCode}
          isBusy={password.isBusy}
          onEnter={(given) => void password.enter(given)}
          onClose={password.giveUp}
        />
      )}
    </Stack>
  )
}

function Result({ of }: { of: Preflight | null }) {
  if (!of) return <Text color="fg.muted">{words.notChecked}</Text>
  return (
    <Notice tone={of.isReady ? 'success' : 'warning'}>
      <strong>{summaryOf(of)}</strong>
      <Text textStyle="sm">
        {words.checkedAt({
          moment: formatMoment(of.checkedAt),
          time: (text) => <time dateTime={of.checkedAt}>{text}</time>,
        })}
      </Text>
    </Notice>
  )
}

function Groups({ of }: { of: Preflight }) {
  return groupsOf(of).map(({ title, checks }) => (
    <section key={title}>
      <h3>{title}</h3>
      <Cases mt="3">
        {checks.map((check) => (
          <CheckLine key={check.worst.code} of={check} />
        ))}
      </Cases>
    </section>
  ))
}

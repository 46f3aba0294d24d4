'use client'
import * as words from '@/messages/admin/second-factor'
import { type Task, useFactorTask } from '../../hooks/use-factor-task'
import { PasswordDialog } from '../password-dialog'
import { CodesDialog } from './codes-dialog'
import { ScanDialog } from './scan-dialog'

const reasons: Record<Task, string> = { setUp: words.whySetUp, replace: words.whyReplace, renew: words.whyRenew }

interface Props {
  task: Task
  onDone: () => void
  onClose: () => void
}

/** Proves, scans and keeps: one dialog after the other. Once there are recovery codes, closing is no way back. */
export default function FactorDialog({ task, onDone, onClose }: Props) {
  const { step, isBusy, prove, confirm } = useFactorTask(task)
  if (step.name === 'keeping') return <CodesDialog codes={step.codes} onKept={onDone} />
  if (step.name === 'scanning') {
    const { uri, failure } = step
    return (
      <ScanDialog
        uri={uri}
        failure={failure}
        isBusy={isBusy}
        onConfirm={(code) => void confirm(uri, code)}
        onClose={onClose}
      />
    )
  }
  return (
    <PasswordDialog
      why={reasons[task]}
      failure={step.failure}
      wantsCode={step.wantsCode}
      isBusy={isBusy}
      onEnter={(proof) => void prove(proof)}
      onClose={onClose}
    />
  )
}

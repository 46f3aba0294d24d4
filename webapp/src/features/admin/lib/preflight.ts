import type { Preflight, PreflightLine } from '@/lib/api/types'
import * as words from '@/messages/admin/preflight'

/** What services saw of one check, the worst first: it gives the check its state and title. */
export interface Check {
  worst: PreflightLine
  lines: readonly PreflightLine[]
}

const isBlocking = ({ isRequired, state }: PreflightLine) => isRequired && state === 'failed'
const isDoubtful = (line: PreflightLine) => !isBlocking(line) && (line.state === 'failed' || line.state === 'warning')
const isQuiet = ({ state }: PreflightLine) => state === 'passed' || state === 'skipped'

const severity: Record<PreflightLine['state'], number> = { failed: 3, warning: 2, skipped: 1, passed: 0 }
const urgency = (line: PreflightLine) => severity[line.state] + (isBlocking(line) ? 1 : 0)

/** Several services may run the same check: one a code, in the order of the server. */
function checksOf(lines: readonly PreflightLine[]): Check[] {
  const codes = [...new Set(lines.map(({ code }) => code))]
  return codes.flatMap((code) => {
    const sorted = lines.filter((line) => line.code === code).toSorted((a, b) => urgency(b) - urgency(a))
    const [worst] = sorted
    return worst ? [{ worst, lines: sorted }] : []
  })
}

/** The checks by what they ask for, the most urgent first. Within a group the server's order stands. */
export function groupsOf({ lines }: Pick<Preflight, 'lines'>) {
  const checks = checksOf(lines)
  return [
    { title: words.needed, checks: checks.filter(({ worst }) => isBlocking(worst)) },
    { title: words.doubtful, checks: checks.filter(({ worst }) => isDoubtful(worst)) },
    { title: words.quiet, checks: checks.filter(({ worst }) => isQuiet(worst)) },
  ].filter((group) => group.checks.length > 0)
}

/** "3 of 11 need work before live mode". The server says whether live mode may be switched on. */
export function summaryOf({ isReady, lines }: Pick<Preflight, 'isReady' | 'lines'>) {
  if (isReady) return words.ready
  const checks = checksOf(lines)
  const count = checks.filter(({ worst }) => isBlocking(worst)).length
  return count === 0 ? words.notReady : words.needWork({ count, total: checks.length })
}

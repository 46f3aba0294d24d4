import type { Preflight, PreflightLine } from '@/lib/api/types'

const isBlocking = ({ isRequired, state }: PreflightLine) => isRequired && state === 'failed'
const isDoubtful = (line: PreflightLine) => !isBlocking(line) && (line.state === 'failed' || line.state === 'warning')
const isQuiet = ({ state }: PreflightLine) => state === 'passed' || state === 'skipped'

/** The lines by what they ask for, the most urgent first. Within a group the server's order stands. */
export function groupsOf({ lines }: Pick<Preflight, 'lines'>) {
  return [
    { title: 'Needed for live mode', lines: lines.filter(isBlocking) },
    { title: 'Worth a look', lines: lines.filter(isDoubtful) },
    { title: 'Passed and skipped', lines: lines.filter(isQuiet) },
  ].filter((group) => group.lines.length > 0)
}

/** "3 of 11 need work before live mode". The server says whether live mode may be switched on. */
export function summaryOf({ isReady, lines }: Pick<Preflight, 'isReady' | 'lines'>) {
  if (isReady) return 'Ready for live mode'
  const count = lines.filter(isBlocking).length
  if (count === 0) return 'Not ready for live mode'
  return `${count} of ${lines.length} ${count === 1 ? 'needs' : 'need'} work before live mode`
}

import { expect, test } from 'vitest'
import type { PreflightLine } from '@/lib/api/types'
import { groupsOf, summaryOf } from './preflight'

const line = (code: string, state: PreflightLine['state'], isRequired = true): PreflightLine => ({
  code,
  title: code,
  state,
  isRequired,
  evidence: '',
  remedy: '',
  checkedBy: 'svc-payments',
})

test('required failures come first, then what is doubtful, then the rest, each in the order of the server', () => {
  const lines = [
    line('clock', 'passed'),
    line('balance', 'failed', false),
    line('key', 'failed'),
    line('webhook', 'skipped'),
    line('mail', 'warning'),
    line('address', 'failed'),
  ]

  expect(groupsOf({ lines }).map((group) => [group.title, group.checks.map(({ worst }) => worst.code)])).toEqual([
    ['Needed for live mode', ['key', 'address']],
    ['Worth a look', ['balance', 'mail']],
    ['Passed and skipped', ['clock', 'webhook']],
  ])
})

test('a group without a line is left out', () => {
  expect(groupsOf({ lines: [line('clock', 'passed')] }).map(({ title }) => title)).toEqual(['Passed and skipped'])
})

test.each<[string, boolean, PreflightLine[]]>([
  ['Ready for live mode', true, [line('clock', 'passed'), line('balance', 'failed', false)]],
  ['1 of 2 needs work before live mode', false, [line('key', 'failed'), line('clock', 'passed')]],
  ['2 of 3 need work before live mode', false, [line('key', 'failed'), line('mail', 'failed'), line('x', 'warning')]],
  ['Not ready for live mode', false, [line('key', 'skipped')]],
])('the summary "%s" follows the server and counts what is required', (words, isReady, lines) => {
  expect(summaryOf({ isReady, lines })).toBe(words)
})

test('a check that several services ran is one, in the worst state that any of them saw', () => {
  const lines = [
    { ...line('secrets', 'passed'), checkedBy: 'gateway' },
    line('clock', 'passed'),
    { ...line('secrets', 'warning', false), checkedBy: 'svc-offers' },
    { ...line('secrets', 'failed'), checkedBy: 'svc-payments' },
  ]

  const [needed, quiet] = groupsOf({ lines })
  expect(needed?.checks.map((check) => check.lines.map(({ checkedBy }) => checkedBy))).toEqual([
    ['svc-payments', 'svc-offers', 'gateway'],
  ])
  expect(quiet?.checks.map(({ worst }) => worst.code)).toEqual(['clock'])
  expect(summaryOf({ isReady: false, lines })).toBe('1 of 2 needs work before live mode')
})

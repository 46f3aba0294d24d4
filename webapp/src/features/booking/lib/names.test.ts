import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nameProblem } from './name-problem'
import { printedName, ticketNote } from './names'

interface Case {
  typed: string
  printed?: string
  problem?: string
}

const table: Case[] = JSON.parse(readFileSync('../svc-booking/src/domain/names.json', 'utf8'))

test.each(table)('r044 $typed is printed as $printed, or refused: $problem', ({ typed, printed, problem }) => {
  const found = printedName(typed)

  expect(found.name ?? found.fault).toBe(printed ?? problem)
})

test('r044 a refusal says where the letters that can be typed stand', () => {
  expect(nameProblem('Мария', 'First name')).toBe(
    "First name must be in Latin letters. Type it as in the lines with <<< at the bottom of the passport's photo page",
  )
  expect(nameProblem('-', 'Last name')).toBe('Last name needs at least one letter')
})

test('r044 the form and the server refuse a name with the same words', () => {
  const rules = readFileSync('../svc-booking/src/domain/names.rs', 'utf8')

  for (const { typed, problem } of table.filter(({ problem }) => problem)) {
    expect(rules, problem).toContain(nameProblem(typed, 'First name')?.replace('First name ', ''))
  }
})

test.each([
  ['Maximiliana Alexandrina Sophie', 'On the ticket: MAXIMILIANA ALEXANDR'],
  ['Ægir', 'On the ticket: AEGIR'],
  ['Žofie ', null],
  ['Мария', null],
  ['', null],
])('r044 the ticket of "%s" is told where it differs: %s', (typed, note) => {
  expect(ticketNote(typed)).toBe(note)
})

test('r044 first and last name stand together where one of them differs', () => {
  expect(ticketNote('Œdipe', 'Okafor')).toBe('On the ticket: OEDIPE OKAFOR')
  expect(ticketNote('Maya', 'Okafor')).toBeNull()
})

import { beforeEach, expect, test } from 'vitest'
import { dropDraft, fromDraft, hasDraft, keepDraft } from './draft'
import { emptyPassenger } from './passenger-form'

const adult = { type: 'adult' } as const
const child = { type: 'child' } as const
const typed = (firstName: string) => ({ ...emptyPassenger, firstName, passportNumber: 'X1234567' })

beforeEach(dropDraft)

test('r017 what was typed comes back for the next offer, without passports', () => {
  keepDraft([adult, child], [typed('Maya'), typed('Ada')])

  expect(fromDraft([adult, child])).toEqual([
    { ...emptyPassenger, firstName: 'Maya' },
    { ...emptyPassenger, firstName: 'Ada' },
  ])
})

test('r017 in another party everybody gets the fields of their own kind', () => {
  keepDraft([adult, child], [typed('Maya'), typed('Ada')])

  expect(fromDraft([adult, adult, child]).map(({ firstName }) => firstName)).toEqual(['Maya', '', 'Ada'])
})

test('a dropped draft is gone', () => {
  keepDraft([adult], [typed('Maya')])
  dropDraft()

  expect([hasDraft(), fromDraft([adult])]).toEqual([false, [emptyPassenger]])
})

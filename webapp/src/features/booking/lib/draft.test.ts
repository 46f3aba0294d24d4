import { beforeEach, expect, test } from 'vitest'
import { dropDraft, fromDraft, hasDraft, keepDraft, keepSeats, keptSeats } from './draft'
import { emptyPassenger } from './passenger-form'

const adult = { type: 'adult' } as const
const child = { type: 'child' } as const
const typed = (firstName: string) => ({ ...emptyPassenger, firstName, passportNumber: 'X1234567' })

beforeEach(dropDraft)

test('r017 what was typed comes back for the next offer, without passports', () => {
  keepDraft([adult, child], [typed('Maya'), typed('Ada')], false)

  expect(fromDraft([adult, child])).toEqual([
    { ...emptyPassenger, firstName: 'Maya' },
    { ...emptyPassenger, firstName: 'Ada' },
  ])
})

test('r017 in another party everybody gets the fields of their own kind', () => {
  keepDraft([adult, child], [typed('Maya'), typed('Ada')], false)

  expect(fromDraft([adult, adult, child]).map(({ firstName }) => firstName)).toEqual(['Maya', '', 'Ada'])
})

test('a dropped draft is gone', () => {
  keepDraft([adult], [typed('Maya')], false)
  dropDraft()

  expect([hasDraft(), fromDraft([adult])]).toEqual([false, [emptyPassenger]])
})

test('r017 seats are kept for their own offer alone, and go with the draft', () => {
  const seat = { segmentId: 'seg_1', passengerId: 'pas_1', designator: '15A' }
  keepSeats('off_1', [seat])
  expect([keptSeats('off_1'), keptSeats('off_2')]).toEqual([[seat], []])

  dropDraft()

  expect(keptSeats('off_1')).toEqual([])
})

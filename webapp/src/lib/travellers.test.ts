import { expect, test } from 'vitest'
import { ageLabel, calledAmong, calledName, ticketLabel } from './travellers'

test.each([
  ['adult', 'Adult ticket'],
  ['child', 'Child ticket'],
  ['infant', 'Infant ticket'],
  ['infant_without_seat', 'Infant ticket'],
  ['senior', 'senior'],
])('s163 c014 a passenger of type %s has the label %s', (type, label) => {
  expect(ticketLabel(type)).toBe(label)
})

test.each([
  ['Maya', 'Okafor', 'Maya'],
  ['fnu', 'Sukarno', 'Sukarno'],
])('r044 %s %s is called %s', (firstName, lastName, name) => {
  expect(calledName(firstName, lastName)).toBe(name)
})

const byron = { firstName: 'Ada', lastName: 'Byron' }

test.each([
  ['one who is called otherwise', { firstName: 'Maya', lastName: 'Okafor' }, 'Ada'],
  ['one of the same first name', { firstName: 'ADA', lastName: 'Lovelace' }, 'Ada Byron'],
  ['one of the same last name', { firstName: 'Maya', lastName: 'Byron' }, 'Ada'],
  ['one who has that name alone', { firstName: 'FNU', lastName: 'Ada' }, 'Ada Byron'],
])('among others somebody is called so that they are told from %s', (_, other, name) => {
  expect(calledAmong(byron, [other, byron])).toBe(name)
})

test.each([
  ['child', 4, 'Child aged 4'],
  ['adult', 14, 'Child aged 14, adult ticket'],
  ['infant_without_seat', 0, 'Infant under 1'],
  ['infant_without_seat', 1, 'Infant aged 1'],
])('s115 who has the ticket of a(n) %s at %i is a(n) %s', (type, age, label) => {
  expect(ageLabel(type, age)).toBe(label)
})

import { expect, test } from 'vitest'
import { probableEmail } from './email-typo'

test.each([
  ['anna@gmial.com', 'anna@gmail.com'],
  ['Anna@Gmail.con', 'anna@gmail.com'],
  ['anna@gmai.com', 'anna@gmail.com'],
  ['anna@hotmaill.com', 'anna@hotmail.com'],
  [' anna@yaho.com ', 'anna@yahoo.com'],
  ['anna@outlok.com', 'anna@outlook.com'],
])('%s was probably meant as %s', (typed, meant) => {
  expect(probableEmail(typed)).toBe(meant)
})

test.each([
  'anna@gmail.com',
  'anna@yahoo.co.uk',
  'anna@gmx.at',
  'anna@mail.com',
  'anna@ymail.com',
  'anna@example.com',
  'anna@',
  'anna',
  '',
])('%s is left alone', (typed) => {
  expect(probableEmail(typed)).toBeNull()
})

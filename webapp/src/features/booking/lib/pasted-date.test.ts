import { expect, test } from 'vitest'
import { pastedDate } from './pasted-date'

test.each([
  ['1989-04-18', '1989-04-18'],
  [' 1989/4/18 ', '1989-04-18'],
  ['18 Apr 1989', '1989-04-18'],
  ['April 18, 1989', '1989-04-18'],
  ['18.04.1989', '1989-04-18'],
  ['04-18-1989', '1989-04-18'],
  ['05/05/1989', '1989-05-05'],
  // The 4th of March or the 3rd of April.
  ['03/04/1989', null],
  ['31 Feb 1989', null],
  ['18 Foo 1989', null],
  ['18/04/89', null],
  ['Maya', null],
  ['', null],
])('a pasted date of %j is read as %s', (text, date) => {
  expect(pastedDate(text)).toBe(date)
})

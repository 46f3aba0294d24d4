import { expect, test } from 'vitest'
import { brandParam } from './brand-key'

test.each([
  ['localhost', '?brand=Northwind', 'northwind'],
  ['127.0.0.1', '?brand=northwind', 'northwind'],
  ['[::1]', '?brand=northwind', 'northwind'],
  ['localhost', '', null],
  ['localhost', '?brand=%3Cscript%3E', null],
  ['agency.com', '?brand=northwind', null],
])('s003 on %s the address %j names the brand %j', (hostname, search, expected) => {
  expect(brandParam({ hostname, search })).toBe(expected)
})

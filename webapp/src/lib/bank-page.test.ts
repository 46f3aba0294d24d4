import { expect, test } from 'vitest'
import { bankPage } from './bank-page'

test.each([
  ['https://bank.example/3ds?key=1', 'https://bank.example/3ds?key=1'],
  ['http://127.0.0.1:12111/3ds/pi_1', 'http://127.0.0.1:12111/3ds/pi_1'],
  ['http://agency.localhost:12111/3ds', 'http://agency.localhost:12111/3ds'],
  ['http://bank.example/3ds', null],
  ['http://localhost.evil.example/3ds', null],
  ['http://127.0.0.1@evil.example/3ds', null],
  ['javascript:alert(1)', null],
  ['\tjava\nscript:alert(1)', null],
  ['data:text/html,hello', null],
  ['//evil.example', null],
  ['/my-trips', null],
  ['', null],
  [null, null],
])('c8 the page %j of a bank is followed as %j', (url, expected) => {
  expect(bankPage(url)).toBe(expected)
})

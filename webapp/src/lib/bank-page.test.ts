import { afterEach, expect, test, vi } from 'vitest'
import { bankPage } from './bank-page'

const standOn = (site: string) => vi.stubGlobal('window', { location: new URL(site) })
afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  ['https://hooks.stripe.com/3d_secure_2/hosted?key=1', 'https://hooks.stripe.com/3d_secure_2/hosted?key=1'],
  ['https://HOOKS.Stripe.com/3ds', 'https://hooks.stripe.com/3ds'],
  ['https://eu.hooks.stripe.com/3ds', 'https://eu.hooks.stripe.com/3ds'],
  ['https://agency.example/3ds', 'https://agency.example/3ds'],
  ['http://hooks.stripe.com/3ds', null],
  ['https://bank.example/3ds', null],
  ['https://agency.example:8443/3ds', null],
  ['https://stripe.com.evil.example/3ds', null],
  ['https://hooks.stripe.com@evil.example/3ds', null],
  ['https://evil.example/hooks.stripe.com', null],
  ['https://evil.example\\.stripe.com/3ds', null],
  ['https://evilstripe.com/3ds', null],
  ['https://hooks.stripe。com.evil.example', null],
  ['http://127.0.0.1:12111/3ds/pi_1', null],
  ['https://localhost/3ds', null],
  ['javascript:alert(1)', null],
  ['javascript://hooks.stripe.com/%0aalert(1)', null],
  ['\tjava\nscript:alert(1)', null],
  ['data:text/html,hello', null],
  ['//hooks.stripe.com', null],
  ['/my-trips', null],
  ['', null],
  [null, null],
])('c8 the page %j of a bank is followed as %j', (url, expected) => {
  standOn('https://agency.example/booking')

  expect(bankPage(url)).toBe(expected)
})

test.each([
  ['http://127.0.0.1:12111/3ds/pi_1', 'http://127.0.0.1:12111/3ds/pi_1'],
  ['http://agency.localhost:12111/3ds', 'http://agency.localhost:12111/3ds'],
  ['http://[::1]:12111/3ds', 'http://[::1]:12111/3ds'],
  ['https://hooks.stripe.com/3ds', 'https://hooks.stripe.com/3ds'],
  ['http://bank.example/3ds', null],
  ['http://localhost.evil.example/3ds', null],
  ['http://127.0.0.1@evil.example/3ds', null],
  ['ftp://localhost/3ds', null],
])('c8 on a page of this machine the page %j of a bank is followed as %j', (url, expected) => {
  standOn('http://blue.localhost:8080/booking')

  expect(bankPage(url)).toBe(expected)
})

import { expect, test } from 'vitest'
import { linkIn } from './mailed-link'

test.each([
  ['#token=a', { kind: 'token', token: 'a' }],
  ['#start=a', { kind: 'start', token: 'a' }],
  ['#stop=a', { kind: 'stop', token: 'a' }],
  ['#stop=', null],
  ['#other=a', null],
  ['', null],
])('watch02 %j is read as %j', (hash, link) => {
  expect(linkIn(hash)).toEqual(link)
})

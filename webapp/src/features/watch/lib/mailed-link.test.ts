import { expect, test } from 'vitest'
import { linkIn } from './mailed-link'

test.each([
  ['#token=a', { kind: 'token', token: 'a', watch: null }],
  ['#token=a&watch=b', { kind: 'token', token: 'a', watch: 'b' }],
  ['#start=a&watch=b', { kind: 'start', token: 'a', watch: 'b' }],
  ['#stop=a', { kind: 'stop', token: 'a', watch: null }],
  ['#watch=b', null],
  ['#stop=', null],
  ['#other=a', null],
  ['', null],
])('watch02 %j is read as %j', (hash, link) => {
  expect(linkIn(hash)).toEqual(link)
})

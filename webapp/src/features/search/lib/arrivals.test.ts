import { describe, expect, test } from 'vitest'
import { offer } from '@/testing/offers'
import { arrive, settled, withEarly } from './arrivals'

const offers = (ids: string) => [...ids].map((id) => offer({ id }))
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join('')

describe('s066 more offers come while some are read', () => {
  test.each([
    { name: 'the first ones take their places', shown: '', wanted: 'bd', seen: 0, stands: 'bd', waits: '' },
    { name: 'what belongs below is put there', shown: 'bd', wanted: 'bdef', seen: 2, stands: 'bdef', waits: '' },
    { name: 'what belongs above waits', shown: 'bd', wanted: 'abcde', seen: 2, stands: 'bde', waits: 'ac' },
    { name: 'cards out of view may move', shown: 'bdf', wanted: 'abcdef', seen: 1, stands: 'bcdef', waits: 'a' },
    { name: 'what is gone leaves', shown: 'bd', wanted: 'cd', seen: 2, stands: 'd', waits: 'c' },
    { name: 'all others are another list', shown: 'bd', wanted: 'xyz', seen: 2, stands: 'xyz', waits: '' },
  ])('$name', ({ shown, wanted, seen, stands, waits }) => {
    const list = arrive(offers(shown), offers(wanted), seen)

    expect([ids(list.shown), ids(list.waiting)]).toEqual([stands, waits])
  })
})

test('s066 what is far from the loaded ones is only there while it is read', () => {
  const list = arrive(offers('be'), offers('abcef'), 2, new Set('ef'))

  expect([ids(list.shown), ids(list.waiting)]).toEqual(['be', 'ac'])
  expect(ids(settled(offers('abcef'), new Set('ef')).shown)).toBe('abc')
})

test.each([
  { page: 'abc', joined: 'bdabc', name: 'of the same asking join its page' },
  { page: 'xyz', joined: 'xyz', name: 'of another asking are dropped' },
  { page: '', joined: '', name: 'of which none is left are dropped' },
])('s066 early offers $name', ({ page, joined }) => {
  expect(ids(withEarly(offers('bd'), offers(page)))).toBe(joined)
})

import { describe, expect, test } from 'vitest'
import { offer, sliceBy } from '@/testing/offers'
import { arrive, settled, withEarly } from './arrivals'

/** Each on flights of its own. */
const offers = (ids: string) => [...ids].map((id) => offer({ id, slices: [sliceBy(id)] }))
/** So many departures stand on the screen. */
const closed = (count: number) => Array.from({ length: count }, () => false)
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
    const list = arrive(offers(shown), offers(wanted), closed(seen))

    expect([ids(list.shown), ids(list.waiting)]).toEqual([stands, waits])
  })
})

describe('s066 more offers of a departure come while it is read', () => {
  const more = ['b1', 'd1', 'b2', 'b3', 'd2']
  const wanted = (order: readonly string[]) => order.map((id) => offer({ id, slices: [sliceBy(id.charAt(0))] }))
  test.each([
    { name: 'a fold takes them in', shown: 'b1 b2 d1', open: [false], stands: 'b1 d1 b2 b3 d2', waits: '' },
    { name: 'a first fold would push down', shown: 'b1 d1', open: [false, false], stands: 'b1 d1', waits: 'b2 b3 d2' },
    { name: 'an open departure stays as it is', shown: 'b1 b2', open: [true], stands: 'b1 d1 b2 d2', waits: 'b3' },
    {
      name: 'the first of a departure stays the first',
      shown: 'b2 b3',
      open: [false],
      stands: 'b2 b3 d2',
      waits: 'b1 d1',
    },
  ])('$name', ({ shown, open, stands, waits }) => {
    const list = arrive(wanted(shown.split(' ')), wanted(more), open)

    expect(list.shown.map(({ id }) => id).join(' ')).toBe(stands)
    expect(list.waiting.map(({ id }) => id).join(' ')).toBe(waits)
  })
})

test('s066 what is far from the loaded ones is only there while it is read', () => {
  const list = arrive(offers('be'), offers('abcef'), closed(2), new Set('ef'))

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

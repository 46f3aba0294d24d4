// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Offer } from '@/lib/api/types'
import { offer, sliceBy } from '@/testing/offers'
import { readView } from '../lib/view'
import { type Growth, useArrivals } from './use-arrivals'

const flight = (id: string) => offer({ id, slices: [sliceBy(id)] })
const [a, b] = [flight('a'), flight('b')]
const reading = { list: { current: null }, isRead: () => false }
const far = new Set<string>()
const view = readView(new URLSearchParams())

interface Props extends Growth {
  wanted: readonly Offer[]
}

const waiting: Props = { wanted: [], isGrowing: false, isSettled: false }
const early: Props = { wanted: [b], isGrowing: true, isSettled: false }
const whole: Props = { wanted: [a, b], isGrowing: true, isSettled: true }

function open() {
  const draw = ({ wanted, ...growth }: Props) => useArrivals(reading, wanted, far, view, growth)
  const { result, rerender } = renderHook(draw, { initialProps: waiting })
  return {
    list: () => [result.current.turn, ...result.current.shown.map(({ id }) => id)],
    showAll: () => act(() => result.current.showAll()),
    rerender,
  }
}

test('s066 flights that come with the last of them stand in their places, and are not drawn anew', () => {
  const { list, rerender } = open()

  rerender(whole)

  expect(list()).toEqual([0, 'a', 'b'])
})

test('s066 an unread list takes its places as another one once the last flights have come', () => {
  const { list, rerender } = open()
  rerender(early)
  expect(list()).toEqual([0, 'b'])

  rerender(whole)

  expect(list()).toEqual([1, 'a', 'b'])
})

test('s066 who asks for all flights stays in the list they stand in', () => {
  const { list, showAll, rerender } = open()
  rerender(early)
  rerender(whole)

  showAll()

  expect(list()).toEqual([1, 'a', 'b'])
})

// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { rememberBooking, useBookedOffer } from './booked-offers'

const idOf = (offerId: string) => renderHook(() => useBookedOffer(offerId)).result.current.bookingId

test('a booked offer leads to its booking until it is forgotten', () => {
  rememberBooking('off_1', 'bk_1')
  const { result } = renderHook(() => useBookedOffer('off_1'))
  expect(result.current.bookingId).toBe('bk_1')

  act(() => result.current.forget())

  expect(result.current.bookingId).toBeNull()
})

test('another tab hears of a booking at once', () => {
  const { result } = renderHook(() => useBookedOffer('off_1'))

  rememberBooking('off_1', 'bk_1')
  act(() => void window.dispatchEvent(new StorageEvent('storage')))

  expect(result.current.bookingId).toBe('bk_1')
})

test('the newest twenty are kept', () => {
  for (let n = 1; n <= 21; n += 1) rememberBooking(`off_${n}`, `bk_${n}`)

  expect(idOf('off_1')).toBeNull()
  expect(idOf('off_2')).toBe('bk_2')
  expect(idOf('off_21')).toBe('bk_21')
})

test('r023 the browser keeps ids and nothing else', () => {
  rememberBooking('off_1', 'bk_1')

  expect({ ...localStorage }).toEqual({ bookedOffers: '[{"offerId":"off_1","bookingId":"bk_1"}]' })
})

// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { keptBag } from '@/testing/bags'
import { bookedBag, booking } from '@/testing/bookings'
import { serve } from '@/testing/server'
import { readDraft, remember } from '../lib/draft-memory'
import { emptyPassenger } from '../lib/passenger-form'
import { useTypedAgain } from './use-typed-again'

const failed = booking({ status: 'failed', data: { bags: [bookedBag({ quantity: 2 })] } })

beforeEach(() => {
  serve({})
  remember({ type: 'booked' })
  const passengers = [{ ...emptyPassenger, firstName: 'Maya' }]
  remember({ type: 'passengers kept', offerId: 'off_1', party: [], passengers, hadPassports: false })
})

test('bag08 a booking that failed gives its bags back, at the price they had', () => {
  renderHook(() => useTypedAgain(failed, 'off_1'))

  expect(readDraft().packed).toMatchObject({ offerId: null, bags: [{ quantity: 2, price: { amount: '75.00' } }] })
})

test('bag08 of two bookings that failed the newer one gives its bags back, whichever is seen last', () => {
  const bags = [bookedBag({ weight_kg: 32 })]
  const newer = booking({ status: 'failed', createdAt: '2026-11-20T11:00:00Z', data: { bags } })
  renderHook(() => useTypedAgain(failed, 'off_1'))
  renderHook(() => useTypedAgain(newer, 'off_2'))
  expect(readDraft().packed).toMatchObject({ offerId: null, bags: [{ weightKg: 32 }] })

  renderHook(() => useTypedAgain(failed, 'off_1'))

  expect(readDraft().packed).toMatchObject({ offerId: null, bags: [{ weightKg: 32 }] })
})

test('bag08 bags as they were chosen are given back as they are, with the service that they were', () => {
  const bags = [keptBag({ serviceId: 'ase_9', quantity: 2 })]
  remember({ type: 'bags chosen', offerId: 'off_1', bags, told: [] })
  renderHook(() => useTypedAgain(failed, 'off_1'))

  expect(readDraft().packed).toMatchObject({ offerId: null, bags })
})

test('bag08 bags that were chosen for another flight since stay with it', () => {
  const bags = [keptBag({ coverage: 'trip' })]
  remember({ type: 'bags chosen', offerId: 'off_9', bags, told: [] })
  renderHook(() => useTypedAgain(failed, 'off_1'))

  expect(readDraft().packed).toEqual({ offerId: 'off_9', bags })
})

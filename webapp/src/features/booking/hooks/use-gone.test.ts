// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Verification } from '@/lib/api/offers'
import { offer } from '@/testing/offers'
import type { Failure } from '../lib/failure'
import { useGone } from './use-gone'
import type { Phase } from './use-payment'

const gone: Verification = {
  isValid: false,
  isGone: true,
  isRefused: false,
  code: 'OFFER_EXPIRED',
  expiresAt: null,
  replacement: null,
}

function goneIn(
  phase: Phase,
  kind: Failure['kind'] | null,
  verification: Verification | null = gone,
  mayBeOurs = false,
) {
  const check = vi.fn(async () => gone)
  const leave = vi.fn()
  const failure = kind && { kind, title: '', message: '' }
  const { result } = renderHook(() =>
    useGone({ step: 'payment', verification, check, payment: { phase, failure, mayBeOurs }, expiry: { leave } }),
  )
  return { isGone: result.current, check, leave }
}

test('s110 an offer that is gone leads away from the payment', () => {
  expect(goneIn('idle', null)).toMatchObject({ isGone: true })
  expect(goneIn('idle', null).leave).toHaveBeenCalledExactlyOnceWith(4_000, 'OFFER_EXPIRED')
})

test('s110 c007 what paying itself meets leads away a second sooner', () => {
  expect(goneIn('idle', 'expired').leave).toHaveBeenCalledExactlyOnceWith(3_000, 'OFFER_EXPIRED')
})

test('r038 an offer whose flights are still to be had leads nowhere', () => {
  const price = offer().price
  const { isGone, leave } = goneIn('idle', null, { ...gone, replacement: { offer_id: 'off_2', price } })

  expect(isGone).toBe(true)
  expect(leave).not.toHaveBeenCalled()
})

test('r006 an offer is not lost to a traveller whose own order may have taken it', () => {
  const { isGone, leave } = goneIn('idle', null, gone, true)

  expect(isGone).toBe(false)
  expect(leave).not.toHaveBeenCalled()
})

test('r038 where only the payment met the end, the check is asked for a replacement', () => {
  const { isGone, check } = goneIn('idle', 'expired', null)

  expect(isGone).toBe(true)
  expect(check).toHaveBeenCalledOnce()
})

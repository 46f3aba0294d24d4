// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { noteChosenAt } from '@/lib/shown-prices'
import { bagIncluded, offer } from '@/testing/offers'
import { useRepriced } from './use-repriced'

const list = [offer({ id: 'basic', price: { amount: '1675' }, bag_included: bagIncluded('flex', 'Flex', '1735') })]
const at = (amount: string) => offer({ price: { amount } }).price

test('bag07 r039 a fare that an offer names has the price that its own page has shown since', () => {
  const { result } = renderHook(() => useRepriced(list))
  act(() => noteChosenAt('flex', at('1735')))
  expect(result.current).toBe(list)

  act(() => noteChosenAt('flex', at('1790')))

  const [basic] = result.current
  expect([basic?.price.amount, basic?.bag_included?.price.amount]).toEqual(['1675', '1790'])
})

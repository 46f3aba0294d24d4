// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { fare, offer } from '@/testing/offers'
import { atShownPrice, noteChosenAt, usePriceBefore, useShownPrices } from './shown-prices'

const at = (amount: string) => offer({ id: 'off_1', price: { amount } })

describe('r039 a price is compared with the one shown a step before', () => {
  const page = (on: 'flight' | 'booking', amount: string) =>
    renderHook((now: string) => usePriceBefore(on, at(now))?.amount ?? null, { initialProps: amount })

  test('an offer that nobody has chosen here has no price before', () => {
    expect(page('flight', '99').result.current).toBeNull()
  })

  test('the same price is no news', () => {
    noteChosenAt('off_1', at('87.00').price)

    expect(page('flight', '87').result.current).toBeNull()
  })

  test('the flight page tells another price than the card, and after a reload too', () => {
    noteChosenAt('off_1', at('87').price)

    expect(page('flight', '99').result.current).toBe('87')
    expect(page('flight', '99').result.current).toBe('87')
  })

  test('the booking starts from what the flight page has told', () => {
    noteChosenAt('off_1', at('87').price)
    page('flight', '99')

    expect(page('booking', '99').result.current).toBeNull()
    expect(page('booking', '105').result.current).toBe('99')
  })

  test('a page whose price changes while it is open tells the last step', () => {
    noteChosenAt('off_1', at('87').price)
    const { result, rerender } = page('flight', '99')

    rerender('105')

    expect(result.current).toBe('99')
  })

  test('chosen anew at the new price, the change is over', () => {
    noteChosenAt('off_1', at('87').price)
    page('flight', '99')

    noteChosenAt('off_1', at('99').price)

    expect(page('flight', '99').result.current).toBeNull()
  })
})

test('r039 the newest price of each offer is known to the list, also from another tab', () => {
  const { result } = renderHook(useShownPrices)
  act(() => noteChosenAt('off_1', at('87').price))
  expect(result.current.get('off_1')?.amount).toBe('87')

  localStorage.setItem('shownPrices', JSON.stringify([{ offerId: 'off_1', price: at('99').price }]))
  act(() => void window.dispatchEvent(new StorageEvent('storage')))

  expect(result.current.get('off_1')?.amount).toBe('99')
})

test('a fare costs what was shown of it last, else what its list says', () => {
  noteChosenAt('off_1', at('87.00').price)
  const { result } = renderHook(useShownPrices)
  const priceOf = (id: string) => atShownPrice(fare(id, '99.00'), result.current).price.amount

  expect(priceOf('off_1')).toBe('87.00')
  expect(priceOf('off_2')).toBe('99.00')
})

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { offer } from '@/testing/offers'
import { setup } from '@/testing/render'
import { Toolbar } from './toolbar'

const priced = (amount: string) => offer({ id: `off_${amount}`, price: { ...offer().price, amount } })

test('each order begins with the price of a flight that the filters let pass', () => {
  const offers = [priced('305'), priced('452')]
  setup(
    <Toolbar
      offers={offers}
      matching={offers.slice(1)}
      isComplete
      sort="price-asc"
      hour={null}
      onSort={() => undefined}
      isOpen={false}
      activeGroups={1}
      onToggle={() => undefined}
      onClear={() => undefined}
    />,
  )

  expect(screen.getByRole('radio', { name: /^Lowest price/ })).toHaveAccessibleName('Lowest price $452')
})

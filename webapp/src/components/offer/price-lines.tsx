'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import type { Price } from '@/lib/api/types'
import { fareParts, formatPrice, formatTotal } from '@/lib/money'
import * as words from '@/messages/components/offer/price'

const Lines = chakra('dl', {
  base: {
    display: 'grid',
    gap: '2',
    fontSize: 'label',
    '& > div': { display: 'flex', justifyContent: 'space-between', gap: '4' },
    '& dd': { flex: 'none', textAlign: 'end', color: 'ink', fontVariantNumeric: 'tabular-nums' },
    '& > .total': {
      alignItems: 'baseline',
      mt: '1',
      pt: '3',
      borderTop: '1px solid {colors.line}',
      '& dt': { fontWeight: 'semibold', color: 'ink' },
      '& dd': { textStyle: 'price' },
    },
  },
})

interface Props {
  price: Price
  /** Each at the airline's price. */
  seatsAndBags?: readonly { id: string; label: string; amount: string }[]
  /** With seats and bags. */
  total: string
}

/** How the total comes about. */
export function PriceLines({ price, seatsAndBags = [], total }: Props) {
  const { base, taxes } = fareParts(price)
  return (
    <Lines>
      <div>
        <dt>{words.baseFare}</dt>
        <dd>{formatPrice(base, price.currency)}</dd>
      </div>
      <div>
        <dt>{words.taxesAndFees}</dt>
        <dd>{formatPrice(taxes, price.currency)}</dd>
      </div>
      {seatsAndBags.map(({ id, label, amount }) => (
        <div key={id}>
          <dt>{label}</dt>
          <dd>{formatTotal(amount, price.currency)}</dd>
        </div>
      ))}
      <div className="total">
        <dt>{words.total}</dt>
        <dd>{formatTotal(total, price.currency)}</dd>
      </div>
    </Lines>
  )
}

import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setup } from '@/testing/render'
import { RefundNote } from './refund-note'

test('r035 a refundable fare does not promise that the money comes back to the card', () => {
  const { container } = setup(<RefundNote conditions={{ refundable: true }} />)

  expect(container).toHaveTextContent('Some airlines refund with credit for their own flights, not to your card.')
})

test('r035 a fare that is not refundable says nothing of the form of a refund', () => {
  expect(render(<RefundNote conditions={{ refundable: false }} />).container).toBeEmptyDOMElement()
})

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sliceWithStop } from '@/testing/offers'
import { setup } from '@/testing/render'
import { TicketLeg } from './ticket-leg'

test('s163 a wait is one word to the line breaker', () => {
  setup(<TicketLeg slice={sliceWithStop()} />)

  expect(screen.getByText('1 stop').parentElement?.textContent).toBe('1 stop, DUB\u00a01h\u00a055m')
})

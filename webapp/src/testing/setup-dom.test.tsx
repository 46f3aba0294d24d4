import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

test('an element that never comes is told with the page that was there at last', async () => {
  render(<p>Lima</p>)

  await expect(screen.findByText('Tokyo', {}, { timeout: 0 })).rejects.toThrow(/Tokyo[\s\S]*Lima/)
})

test('an element that is not there is told with the page', () => {
  render(<p>Lima</p>)

  expect(() => screen.getByText('Tokyo')).toThrow(/Tokyo[\s\S]*Lima/)
})

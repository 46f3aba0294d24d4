import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ownStyles } from '@/testing/own-styles'
import { setup } from '@/testing/render'
import { EmissionsNote } from './emissions-note'

test('see06 beside what a flight emits stands no arrow, and no color but that of its words', () => {
  setup(<EmissionsNote kg={474} />)

  const summary = screen.getByText('474 kg CO2 each')
  const icon = summary.querySelector('svg') as SVGElement
  const circle = 'M3.5 12a8.5'
  expect(icon.querySelector('path')?.getAttribute('d')?.startsWith(circle)).toBe(true)
  expect(icon).toHaveAttribute('stroke', 'currentColor')
  const ofIcon = ownStyles(summary.parentElement as HTMLElement, ' summary svg')
  expect(ofIcon).toContain('margin-top')
  expect(ofIcon).not.toMatch(/color|fill|stroke/)
})

import { screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { expect, test, vi } from 'vitest'
import { setup } from '@/testing/render'
import Page from './page'

// Nothing arrives: what is shown is what stands in its place.
vi.mock('next/dynamic', () => ({ default: (_: unknown, { loading }: { loading: ComponentType }) => loading }))

test('s173 while the brand manager is on its way the page says so', () => {
  setup(<Page />)

  expect(screen.getByRole('status')).toHaveTextContent('Loading brand manager...')
})

import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { defaultBrand } from '@/config/default-brand'
import { setup } from '@/testing/render'
import { ThemeSwitch } from './theme-switch'

afterEach(() => {
  vi.unstubAllGlobals()
  document.querySelector('meta[name=brand]')?.remove()
  document.documentElement.removeAttribute('style')
  delete document.documentElement.dataset.theme
})

test('the choice of colours is shown and kept', async () => {
  const { user } = setup(<ThemeSwitch />)

  await user.click(screen.getByRole('button', { name: 'Dark' }))
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(localStorage.getItem('theme')).toBe('"dark"')
  await user.click(screen.getByRole('button', { name: 'As my device' }))

  expect(document.documentElement.dataset.theme).toBeUndefined()
  expect(localStorage.getItem('theme')).toBeNull()
})

test('each choice of colours is named in words, with a drawing of its own', () => {
  setup(<ThemeSwitch />)
  const choices = screen.getAllByRole('button')

  expect(choices.map((choice) => choice.textContent)).toEqual(['As my device', 'Light', 'Dark'])
  expect(new Set(choices.map((choice) => choice.querySelector('path')?.getAttribute('d')))).toHaveProperty('size', 3)
})

test('r013 a brand that is dark by itself offers no choice that would do nothing', async () => {
  document.head.append(Object.assign(document.createElement('meta'), { name: 'brand', content: 'onyx' }))
  const theme = { ...defaultBrand.theme, background: '#101014', text: '#f4f4f5' }
  vi.stubGlobal('fetch', async () => Response.json({ ...defaultBrand, domain: 'onyx', theme }))
  setup(<ThemeSwitch />)

  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
})

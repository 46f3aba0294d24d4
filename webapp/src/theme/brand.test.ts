import { expect, test } from 'vitest'
import { defaultBrand } from '@/config/default-brand'
import { brandVariables, contrast, shift, textOn } from './brand'

test('s009 text is black on a light colour and white on a dark one', () => {
  expect(textOn('#00ffcc')).toBe('#000000')
  expect(textOn('#008870')).toBe('#ffffff')
})

test('s010 shifted colours stay within their range', () => {
  expect(shift('#ffffff', -20)).toBe('#ebebeb')
  expect(shift('#ffffff', 5)).toBe('#ffffff')
  expect(shift('#050505', -20)).toBe('#000000')
})

test('s008 the default brand is the one of the contract', () => {
  expect(brandVariables(defaultBrand.theme)).toMatchObject({
    '--brand-primary': '#008870',
    '--brand-secondary': '#006655',
    '--brand-accent': '#00ffcc',
    '--brand-background': '#ffffff',
    '--brand-text': '#333333',
    '--brand-muted': '#ebebeb',
    '--brand-border': '#f5f5f5',
    '--brand-card': '#ffffff',
  })
})

test('a brand of a dark ground keeps the dark theme', () => {
  const scheme = (background: string) => brandVariables({ ...defaultBrand.theme, background })['--brand-scheme']

  expect(scheme('#101014')).toBe('dark')
  expect(scheme('#fffdfa')).toBe('initial')
})

test('r009 the built-in shade for buttons and links reaches 4.5:1', () => {
  expect(contrast('#00816a', '#ffffff')).toBeGreaterThanOrEqual(4.5)
  expect(contrast('#007763', '#ffffff')).toBeGreaterThanOrEqual(4.5)
})

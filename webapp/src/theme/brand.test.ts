import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** The values that `globals.css` begins with, until a brand is known. */
function builtIn(name: string) {
  const sheet = readFileSync(join(import.meta.dirname, '../app/globals.css'), 'utf8')
  const value = new RegExp(`^\\s*${name}: (#[0-9a-f]{6});`, 'm').exec(sheet)?.[1]
  if (!value) throw new Error(`${name} has no built-in value`)
  return value
}

test('r009 the built-in shades for buttons and links reach 4.5:1', () => {
  for (const shade of ['--brand-solid', '--brand-solid-hover', '--brand-link']) {
    expect(contrast(builtIn(shade), '#ffffff'), shade).toBeGreaterThanOrEqual(4.5)
  }
})

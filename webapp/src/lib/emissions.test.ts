import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { againstTypical, emissionsInWords } from './emissions'

test.each([
  [474, '474 kg CO2 each'],
  [1474, '1,474 kg CO2 each'],
  [null, 'CO2 not stated'],
  [0, 'CO2 not stated'],
])('see01 emissions of %j are told for each traveler and are never 0', (kg, words) => {
  expect(emissionsInWords(kg)).toBe(words)
})

test.each([
  [820, '18% less than typical'],
  [1240, '24% more than typical'],
  [950, 'about typical'],
  [1050, 'about typical'],
  [949, '5% less than typical'],
  [1051, '5% more than typical'],
])('see02 %i kg where 1,000 are typical are %s', (kg, words) => {
  expect(againstTypical(kg, 1000)).toBe(words)
})

test('see02 without a typical figure the number stands alone', () => {
  expect(againstTypical(820, null)).toBe('')
  expect(againstTypical(null, 1000)).toBe('')
})

test('see06 nothing about CO2 sells: no green, eco, sustainable, leaf or offset', () => {
  const folder = path.resolve(import.meta.dirname, '../..')
  const files = ['messages/en/lib/emissions.json', 'messages/en/search/offer.json', 'messages/en/search/results.json']
  const texts = [
    ...files,
    'messages/en/search/compare.json',
    'messages/en/search/filters.json',
    'src/content/emissions.ts',
  ]

  for (const file of texts) {
    expect(readFileSync(path.join(folder, file), 'utf8'), file).not.toMatch(
      /\b(green|eco|sustainab\w*|leaf|offset\w*)\b/i,
    )
  }
})

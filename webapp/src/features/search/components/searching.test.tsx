import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ownStyles } from '@/testing/own-styles'
import { setup } from '@/testing/render'
import { SearchingPill } from './searching'

const rulesIn = (list: CSSRuleList): CSSMediaRule[] =>
  [...list].flatMap((rule) => [
    ...(rule instanceof CSSMediaRule ? [rule] : []),
    ...('cssRules' in rule ? rulesIn(rule.cssRules as CSSRuleList) : []),
  ])

/** What the page is told on a phone that stands upright. */
const onPhones = () =>
  [...document.styleSheets]
    .flatMap((sheet) => rulesIn(sheet.cssRules))
    .filter(({ conditionText }) => conditionText.includes('max-width: 47.99rem'))
    .map(({ cssText }) => cssText)
    .join()

const pill = (order?: { words: string; onOrder: () => void }) => (
  <SearchingPill isSearching waiting={[]} onShow={() => undefined} order={order} />
)

test('bag07 an order that waits stands at the edge of a phone, and the page and its focus have room above it', () => {
  const { rerender } = setup(pill())
  expect(onPhones()).not.toMatch(/scroll-padding-bottom/)

  rerender(pill({ words: 'Sort by price with a bag', onOrder: () => undefined }))

  expect(screen.getByRole('button').parentElement).toHaveAttribute('data-offered')
  expect(onPhones()).toMatch(/\[data-offered\]\s*\{[^}]*inset-inline: 0/)
  expect(onPhones()).toMatch(/body\s*\{\s*padding-bottom: calc\(4rem/)
  expect(onPhones()).toMatch(/scroll-padding-bottom: calc\(5rem/)
})

test('day04 what floats stays within the list that it stands in: it covers no date above that', () => {
  setup(pill())

  const floating = screen.getByText('Searching all airlines...').parentElement as HTMLElement

  expect(ownStyles(floating)).toContain('position: sticky')
  expect(ownStyles(floating.parentElement as HTMLElement)).toContain('pointer-events: none')
})

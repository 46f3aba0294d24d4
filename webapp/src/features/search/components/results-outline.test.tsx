import { expect, test } from 'vitest'
import { ownStyles } from '@/testing/own-styles'
import { setup } from '@/testing/render'
import { Outlines, PLACES } from './outlines'
import { ResultsOutline } from './results-outline'

const slices = (container: HTMLElement) => container.querySelectorAll('.offer .slice').length

test('the exported page has the places of cards as most searches have them: with a way back', () => {
  const outline = setup(<ResultsOutline />)
  const round = setup(<Outlines count={PLACES} hasReturn />)

  expect(slices(outline.container)).toBe(slices(round.container))
})

test('what can be pressed once the search is known does not look ready before', () => {
  const { container } = setup(<ResultsOutline />)
  const outline = container.querySelector('[inert]') as HTMLElement

  expect(ownStyles(outline, ' fieldset')).toContain('opacity: 0.5')
})

import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest'
import { onPhone } from '@/testing/media'
import { setup } from '@/testing/render'
import { AirportField } from './airport-field'

let scrollIntoView: MockInstance<Element['scrollIntoView']>
const screenOf = (height: number) => Object.assign(new EventTarget(), { height })

function open() {
  const viewport = screenOf(844)
  vi.stubGlobal('visualViewport', viewport)
  const { user } = setup(
    <AirportField
      id="from"
      label="From"
      code=""
      airports={{ status: 'loading', index: null }}
      onPick={vi.fn()}
      onNeeded={vi.fn()}
      problem={undefined}
    />,
  )
  const shrinkTo = (height: number) =>
    act(() => {
      viewport.height = height
      viewport.dispatchEvent(new Event('resize'))
    })
  return { user, shrinkTo, focus: () => user.click(screen.getByRole('combobox')) }
}

beforeEach(() => {
  scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView')
})
afterEach(() => void vi.unstubAllGlobals())

describe('on a phone', () => {
  beforeEach(() => void onPhone())

  test('the field goes to the top of the screen, where its list is not under the keyboard', async () => {
    const { focus } = open()
    await focus()

    expect(scrollIntoView).toHaveBeenCalledExactlyOnceWith({ block: 'start' })
    expect(scrollIntoView.mock.contexts[0]).toContainElement(screen.getByRole('combobox'))
  })

  test('and again once the keyboard is there, but not for the address bar', async () => {
    const { focus, shrinkTo } = open()
    await focus()

    shrinkTo(788)
    expect(scrollIntoView).toHaveBeenCalledTimes(1)
    shrinkTo(508)
    expect(scrollIntoView).toHaveBeenCalledTimes(2)
    shrinkTo(500)
    expect(scrollIntoView).toHaveBeenCalledTimes(2)
  })
})

test('on a desk the page stays where it is', async () => {
  const { focus, shrinkTo } = open()
  await focus()
  shrinkTo(400)

  expect(scrollIntoView).not.toHaveBeenCalled()
})

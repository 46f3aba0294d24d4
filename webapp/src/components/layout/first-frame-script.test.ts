// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { setCookie } from '@/testing/cookie'
import { firstFrameScript } from './first-frame-script'

const { dataset } = document.documentElement
const run = () => new Function(firstFrameScript)()

afterEach(() => {
  delete dataset.theme
  delete dataset.user
})

test.each([
  ['"dark"', 'dark'],
  ['"light"', 'light'],
  ['"sepia"', undefined],
  ['{', undefined],
])('of the stored choice %s the page makes %s', (stored, theme) => {
  localStorage.setItem('theme', stored)
  run()

  expect(dataset.theme).toBe(theme)
})

test('a user is expected where the server hints at one', () => {
  run()
  expect(dataset.user).toBe('expected')

  delete dataset.user
  setCookie('fareway_user=; max-age=0')
  run()
  expect(dataset.user).toBeUndefined()
})

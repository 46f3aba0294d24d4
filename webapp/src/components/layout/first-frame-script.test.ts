// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { setCookie } from '@/testing/cookie'
import { firstFrameScript } from './first-frame-script'

const { dataset } = document.documentElement
const run = () => new Function(firstFrameScript)()

afterEach(() => {
  delete dataset.theme
  delete dataset.user
  delete dataset.trip
  delete dataset.search
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

test('a tab of the search form that is pressed before the page can act on it is noted', () => {
  document.body.innerHTML = '<form id="search"><button type="button" data-tab="one-way"><b>One Way</b></button></form>'
  run()
  document.querySelector('b')?.click()

  expect(dataset.trip).toBe('one-way')
})

test.each([
  ['search', true],
  ['contact', false],
])('the form %s that is sent before the page can act on it is noted and kept on the page: %s', (id, isNoted) => {
  document.body.innerHTML = `<form id="${id}"></form>`
  run()
  const isSent = document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))

  expect(dataset.search).toBe(isNoted ? 'sent' : undefined)
  expect(isSent).toBe(!isNoted)
})

// What the page passes to Stripe's script and reads of it is what Stripe's own types of the script have.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { pageFaults } from '../lib/compile.js'

const page = readFileSync(new URL('../../../webapp/src/features/booking/lib/provider-fields.ts', import.meta.url), 'utf8')

test("the page's fields are those of the script", () => {
  assert.equal(pageFaults(page).join('\n'), '')
})

const mutants = {
  'an option is misspelt': ['placeholder?: string', 'placehodler?: string'],
  'an option is of another type': ['disabled?: boolean', 'disabled?: string'],
  'a style is misspelt': ['style?: { base:', 'style?: { basis:'],
  'a field is misspelt': ["'cardCvc'", "'cardCvv'"],
  'an event is misspelt': ["'ready' |", "'redy' |"],
  'a method is misspelt': ['clear: () => void', 'reset: () => void'],
  'a member of the card is misspelt': ['billing_details: { name: string }', 'billing_detail: { name: string }'],
  'a member within the card is misspelt': ['billing_details: { name: string }', 'billing_details: { holder: string }'],
  'a member of the answer is misspelt': ['paymentMethod?: { id: string }', 'payment_method?: { id: string }'],
  'a member of a change is misspelt': ['complete: boolean', 'completed: boolean'],
  'a member of an error is misspelt': ['code?: string', 'reason?: string'],
}

for (const [name, [before, after]] of Object.entries(mutants)) {
  test(`it is found out where ${name}`, () => {
    assert.ok(page.includes(before), `the page has no ${before}`)
    assert.notDeepEqual(pageFaults(page.replace(before, after)), [])
  })
}

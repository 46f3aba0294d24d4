import { expect, test } from 'vitest'
import * as payment from '@/messages/booking/payment'
import { faqCategories } from './faq'
import { NAMES_ARE_FIXED } from './names'
import { terms } from './policies'
import { beforeYouWrite } from './support'

test('questions, terms and the payment step say the same of names', () => {
  for (const text of [faqCategories, terms, beforeYouWrite]) expect(JSON.stringify(text)).toContain(NAMES_ARE_FIXED)
  for (const text of [NAMES_ARE_FIXED, payment.checkNames]) expect(text).toMatch(/airlines rarely change/i)
})

'use client'
import type { PaymentCaseList } from '@/lib/api/types'
import * as words from '@/messages/admin/attention/payments'
import { usePaymentAttention } from '../../api/payment-attention'
import { paymentCase, strayCase } from './payment-case'
import { actions } from './payment-words'
import { ReviewList, unlistedWords } from './review-list'

/** Payments that a person must look at, and what they may do with each. For administrators. */
export default function PaymentList() {
  const { list, error, reload } = usePaymentAttention()
  return (
    <ReviewList
      cases={list && [...list.items.map(paymentCase), ...list.differences.map(strayCase)]}
      unlisted={list ? unlisted(list) : []}
      error={error}
      reload={reload}
      actions={actions}
      loading={words.loading}
      none={words.none}
    />
  )
}

const unlisted = ({ items, total, differences, differencesTotal }: PaymentCaseList) => [
  ...unlistedWords(words.more, items, total),
  ...unlistedWords(words.moreStrays, differences, differencesTotal),
]

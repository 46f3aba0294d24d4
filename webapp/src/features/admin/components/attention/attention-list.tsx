'use client'
import * as words from '@/messages/admin/attention/bookings'
import { useAttention } from '../../api/attention'
import { bookingCase } from './booking-case'
import { ReviewList, unlistedWords } from './review-list'
import { actions } from './words'

/** Bookings that a person must look at, and what they may do with each. For administrators. */
export default function AttentionList() {
  const { list, error, reload } = useAttention()
  return (
    <ReviewList
      cases={list?.items.map(bookingCase)}
      unlisted={list ? unlistedWords(words.more, list.items, list.total) : []}
      error={error}
      reload={reload}
      actions={actions}
      loading={words.loading}
      none={words.none}
    />
  )
}

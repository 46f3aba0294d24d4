import type { AttentionAction, AttentionItem } from '@/lib/api/types'
import { formatMoment } from '@/lib/dates'
import { formatExact } from '@/lib/money'
import * as words from '@/messages/admin/attention/bookings'
import * as caseWords from '@/messages/admin/attention/case'
import * as lists from '@/messages/lib/lists'
import { decide } from '../../api/attention'
import { factIf, type ReviewCase } from './review-case'
import { explain, holdWords, sumOf } from './words'

/** One booking: where it stands, what is known, what may be done. */
export const bookingCase = (of: AttentionItem): ReviewCase<AttentionAction> => ({
  id: of.bookingId,
  anchor: `booking-${of.bookingId}`,
  title: of.bookingReference || of.contactName || of.bookingId,
  state: of.state,
  mode: of.mode,
  explanation: explain(of.state),
  facts: factsOf(of),
  owed: of.owed,
  attempts: of.attempts,
  history: of.history.map(({ fromState: from, toState: to, ...step }) => ({ ...step, from, to })),
  actions: of.actions,
  decide: (action, decision) => decide(of.bookingId, { action, version: of.version, ...decision }),
})

const joined = (parts: readonly unknown[]) => parts.filter(Boolean).join(lists.separator)

const factsOf = (of: AttentionItem) => [
  { name: caseWords.money, value: joined([sumOf(of), of.captureBefore && holdWords(of.captureBefore)]) },
  { name: words.booked, value: formatMoment(of.createdAt) },
  ...factIf(words.unknownSince, of.unknownSince && formatMoment(of.unknownSince)),
  {
    name: words.traveler,
    value: (
      <>
        {of.contactName} <a href={`mailto:${of.contactEmail}`}>{of.contactEmail}</a>
      </>
    ),
  },
  { name: caseWords.brand, value: of.brand },
  ...of.credits.map((credit) => ({ name: words.credit, value: creditWords(credit) })),
  {
    name: caseWords.ids,
    value: [of.bookingId, of.offerId, of.orderId, of.paymentId].filter(Boolean).join(' · '),
  },
]

const creditWords = ({ holder, code, amount, issuedOn }: AttentionItem['credits'][number]) =>
  joined([
    holder,
    amount && formatExact(amount.amount, amount.currency),
    code ? words.creditCode({ code }) : words.noCreditCode,
    issuedOn && words.creditIssued({ day: issuedOn }),
  ])

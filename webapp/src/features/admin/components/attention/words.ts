import type { AttentionAction, AttentionItem } from '@/lib/api/types'
import { formatMoment } from '@/lib/dates'

/** What each state means for the person who decides. */
const states: Record<string, string> = {
  AWAIT_3DS: "The bank asked the cardholder to confirm the payment. They haven't answered.",
  AUTH_SENT: 'The card provider hasn’t told us whether the money is held.',
  ORDER_UNKNOWN:
    'We sent the order once and don’t know whether the airline has it. The money is held until the hold ends.',
  CAPTURE_SENT: 'The airline has an order. We don’t know whether the money was taken.',
  CANCEL_SENT:
    'The airline has an order that can’t be paid for. Ask the airline to cancel it, then press “Check again now”.',
  VOID_SENT: 'The airline has no order, and the money hasn’t gone back yet.',
  CONFIRM_UNKNOWN: 'We don’t know whether the airline cancelled.',
  CONFIRM_SENT: 'We don’t know whether the airline cancelled.',
  REFUND_SENT: 'The airline cancelled. We don’t know whether the refund was made.',
  REFUND_FAILED: 'The airline cancelled, but the refund to the card failed.',
  TICKETED: 'The airline changed or cancelled this trip. The traveler’s page still shows what we sold.',
  REFUSED: 'The airline didn’t cancel. This came up while we weren’t sure.',
  FAILED: 'We ended this booking with nothing held. Then the airline reported an order.',
}

export const explain = (state: string) => states[state] ?? 'Read “What happened” below.'

export const money: Record<AttentionItem['money'], string> = {
  none: 'nothing held',
  held: 'held',
  taken: 'taken',
  released: 'released',
  paid_back: 'refunded',
  in_doubt: 'not known',
}

/** `end`: the instant until which the card provider holds the money. */
export const holdWords = (end: string, now = Date.now()) =>
  `the hold ${Date.parse(end) > now ? 'ends' : 'ended'} ${formatMoment(end)}`

export interface ActionWords {
  label: string
  /** What pressing it leads to. */
  effect: string
  /** What the note has to name. */
  note: string
}

export const actions: Record<AttentionAction, ActionWords> = {
  ask_again: {
    label: 'Check again now',
    effect: 'We ask the airline and the card provider once more. Nothing else changes.',
    note: 'Note (optional)',
  },
  no_order: {
    label: 'There is no order',
    effect:
      'Only if the airline confirmed in writing that there is no order and won’t be one. We check once more. If there is none, the money goes back and the booking fails.',
    note: 'Where to find the airline’s confirmation',
  },
  order_is: {
    label: 'The order is…',
    effect: 'We look up this order. If its travelers, flights and total match the booking, we use it and pay for it.',
    note: 'Who told you, and where this is documented',
  },
  paid_back: {
    label: 'I refunded it',
    effect: 'Only after you made the refund on the card provider’s site. We tell the traveler it’s done.',
    note: 'Refund ID',
  },
  dealt_with: {
    label: 'Mark as done',
    effect: 'The booking leaves this list. Nothing else changes.',
    note: 'What you did, and where this is documented',
  },
}

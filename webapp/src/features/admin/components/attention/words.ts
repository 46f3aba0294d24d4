import type { AttentionAction, AttentionItem } from '@/lib/api/types'

/** What each state means for whoever has to decide. */
const states: Record<string, string> = {
  AWAIT_3DS: "The cardholder's bank has asked them, and they have not answered.",
  AUTH_SENT: 'The card provider has not said whether the money is held.',
  ORDER_UNKNOWN: 'The order was sent once, and nobody knows whether the airline made it. The money stays held.',
  CAPTURE_SENT: 'There is an order; whether the money was taken is not known.',
  CANCEL_SENT: 'There is an order that can not be paid for. Have the airline cancel it, then ask again.',
  VOID_SENT: 'There is no order, and the money has not gone back yet.',
  CONFIRM_UNKNOWN: 'Whether the airline has cancelled is not known.',
  CONFIRM_SENT: 'Whether the airline has cancelled is not known.',
  REFUND_SENT: 'Cancelled at the airline; whether the refund was made is not known.',
  REFUND_FAILED: 'Cancelled at the airline, and the card could not be paid back.',
  TICKETED: 'The airline has changed or cancelled this trip: the page still shows what was sold.',
  REFUSED: 'The airline did not cancel. A person was called while that was in doubt.',
  FAILED: 'Given up with nothing held, and then the airline spoke of an order.',
}

export const explain = (state: string) => states[state] ?? 'Please read what happened.'

export const money: Record<AttentionItem['money'], string> = {
  none: 'nothing held',
  held: 'held',
  taken: 'taken',
  released: 'released',
  paid_back: 'paid back',
  in_doubt: 'in doubt',
}

export interface ActionWords {
  label: string
  /** What pressing it leads to. */
  effect: string
  /** What the note has to name. */
  note: string
}

export const actions: Record<AttentionAction, ActionWords> = {
  ask_again: {
    label: 'Ask again now',
    effect: 'The providers are asked once more. Nothing else moves.',
    note: 'Note (optional)',
  },
  no_order: {
    label: 'There is no order',
    effect:
      'Only with the airline’s written word that there is none and none will come. We look once more; if no order shows, the money goes back and the booking fails.',
    note: 'Where the airline says so',
  },
  order_is: {
    label: 'The order is…',
    effect: 'We read this order. If travellers, flights and sum are the booking’s, it is taken over and paid for.',
    note: 'Who told you, and where it can be read',
  },
  paid_back: {
    label: 'I paid it back',
    effect: 'Only after the refund was made in the card provider’s own pages. The traveller is told that it is done.',
    note: 'Id of the refund',
  },
  dealt_with: {
    label: 'Dealt with',
    effect: 'The booking leaves this list. Nothing moves.',
    note: 'What was done, and where it can be read',
  },
}

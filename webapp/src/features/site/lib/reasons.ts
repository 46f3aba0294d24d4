import * as words from '@/messages/site/contact'

/** What somebody may write to us about. */
export const reasons = [
  ['booking', words.booking],
  ['cancellation', words.cancellation],
  ['technical', words.technical],
  ['billing', words.billing],
  ['feedback', words.feedback],
  ['partnership', words.partnership],
  ['other', words.other],
] as const

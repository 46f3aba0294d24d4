/** What somebody may write to us about. */
export const reasons = [
  ['booking', 'A booking'],
  ['cancellation', 'Cancelling a trip'],
  ['technical', 'A technical problem'],
  ['billing', 'A charge or refund'],
  ['feedback', 'Feedback'],
  ['partnership', 'Partnership'],
  ['other', 'Something else'],
] as const

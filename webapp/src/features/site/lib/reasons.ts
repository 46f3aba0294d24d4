/** What somebody may write to us about. */
export const reasons = [
  ['booking', 'A booking'],
  ['cancellation', 'Cancelling'],
  ['technical', 'A technical problem'],
  ['billing', 'Billing'],
  ['feedback', 'Feedback'],
  ['partnership', 'Partnership'],
  ['other', 'Something else'],
] as const

/** When our own part of a price is refunded, in full. Price summary and confirmation mail say it in short. */
export const FEE_IS_REFUNDED =
  'refunded if you cancel online within 24 hours of booking and before departure, where the airline allows that'

/** The same as a term of its own, beside the name of the fee. */
export const FEE_REFUND =
  'Refunded if you cancel online within 24 hours of booking and before departure, where the airline allows that'

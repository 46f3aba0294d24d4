/** When our own part of a price is refunded. The mail of a confirmation says the same. */
export const FEE_IS_REFUNDED =
  'refunded if you cancel online within 24 hours of booking and before departure, where the airline allows that'

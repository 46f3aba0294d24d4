/** When our own part of a price comes back. The mail of a confirmation says the same. */
export const FEE_COMES_BACK =
  'comes back when you cancel online within 24 hours of booking and before departure, where the airline allows that'

/** When our own part of a price is refunded. Price summary and confirmation mail say it in the same words. */
export const FEE_IS_REFUNDED = 'refunded if you cancel online within 24 hours'

/** The same as a term of its own, beside the name of the fee. */
export const FEE_REFUND = 'Refunded if you cancel online within 24 hours'

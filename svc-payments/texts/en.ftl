### Mails to the person on duty: why a payment needs a decision. States are told as its card in the administration tells them.

cases_subject = { $count ->
    [one] A payment needs a decision
   *[other] { $count } payments need a decision
}
disputed = There is news of a dispute. Its card says what to do.
refund_owed = { $sum } should have gone back to the card, and has not.
less_taken = { $sum } was taken, which is less than the price.
amounts_differ = Our ledger and the card provider's differ on this payment.
create_sent = The card provider hasn't told us whether it has this payment. Nothing is held.
confirm_sent = The card provider hasn't told us whether the money is held.
holder_asked = The bank asked the cardholder to confirm the payment. They haven't answered. Nothing is held yet.
authorised = The money is held on the card.
declined = The card was declined. Nothing is held.
capture_sent = The card provider hasn't told us whether the money was taken.
captured = The money was taken.
void_sent = The card provider hasn't told us whether the hold was released.
voided = Nothing is held and nothing was taken.
otherwise = Read “What happened” on its card.

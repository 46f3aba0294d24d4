import { FEE_COMES_BACK } from './fee-promise'

export interface Question {
  question: string
  answer: string
}

export interface QuestionCategory {
  id: string
  title: string
  questions: readonly Question[]
}

const category = (id: string, title: string, rows: readonly (readonly [question: string, answer: string])[]) =>
  ({ id, title, questions: rows.map(([question, answer]) => ({ question, answer })) }) satisfies QuestionCategory

/** In answers the marks of `Article` hold. */
export const faqCategories: readonly QuestionCategory[] = [
  category('booking', 'Booking', [
    ['How far ahead can I book?', 'About 11 months before departure: that is when airlines open their flights.'],
    ['Do I need an account?', 'No. You can book as a guest; an account keeps your trips in one place.'],
    ['How many people can I book at once?', 'Up to nine with a seat each, and one lap infant for each adult.'],
    ['Can I choose seats?', 'Yes, before you pay, where the airline shows a seat map. Each seat’s price is on it.'],
    ['How do I know that I am booked?', 'You see the airline’s reference at once, and get it by e-mail.'],
  ]),
  category('payment', 'Payment', [
    ['Which cards can I use?', 'The payment page accepts major credit and debit cards.'],
    ['When is my card charged?', 'Once the airline has confirmed your booking. Until then the amount is only held.'],
    ['Is the price final?', 'Yes. The total on the payment page is what is charged, seats included.'],
    [
      'My payment failed. Did I lose money?',
      'No. A hold that pays for nothing is released; your bank may take some days to show it.',
    ],
    ['In which currency do I pay?', 'In the currency shown beside the price.'],
  ]),
  category('cancellations', 'Cancellations', [
    [
      'Can I cancel online?',
      'Where the fare allows it, yes: in [My Trips](/my-trips), or [find your booking](/trip) without an account. You see the refund before you confirm.',
    ],
    ['When do refunds arrive?', 'Usually within 7 to 14 business days, depending on your bank.'],
    [
      'What does cancelling cost?',
      'The airline’s own fee, shown before you confirm, and what our [fee page](/post-ticketing-fees) lists.',
    ],
    ['Is there a free period?', `Our service fee ${FEE_COMES_BACK}.`],
    ['What if the airline cancels?', 'Call {phone}: we look for another flight or a refund with you.'],
  ]),
  category('changes', 'Changes', [
    ['Can I change my dates?', 'Many fares allow it for a fee. Call {phone} and we tell you the price first.'],
    ['Can I correct a name?', 'Small corrections are often possible. A ticket can’t be passed on to somebody else.'],
    [
      'What does a change cost?',
      'The airline’s fee, a difference in fare, and ours as [listed](/post-ticketing-fees).',
    ],
    ['Can I add a bag later?', 'Most airlines sell bags until check-in. Ask us, or the airline with your reference.'],
    ['My flight times changed. What now?', 'You get an e-mail. If the new times don’t suit you, call {phone}.'],
  ]),
  category('travel', 'Travel', [
    ['When should I be at the airport?', 'Two hours before a domestic flight, three before an international one.'],
    [
      'How long must my passport be valid?',
      'Many countries ask for six months beyond your stay. Check before you book.',
    ],
    ['Do I need a visa?', 'That depends on your passport and your way. Ask the embassies of the countries on it.'],
    ['When does check-in open?', 'Online, 24 to 48 hours before departure, with the airline.'],
    [
      'Which bags may I take?',
      'What your fare includes is on every offer, in your confirmation and in [My Trips](/my-trips).',
    ],
  ]),
  category('account', 'Account', [
    ['How do I sign up?', '[Create an account](/register) in a minute, or let your first booking make one.'],
    ['I forgot my password.', '[Ask for a link](/forgot-password) by e-mail and set a new one.'],
    ['Where are my trips?', 'In [My Trips](/my-trips): upcoming, past and cancelled.'],
    [
      'I booked as a guest. Where is my trip?',
      'Your confirmation e-mail has it, and [Find My Booking](/trip) sends you a link to it. Or call {phone}.',
    ],
    ['Who sees my data?', 'What is kept, and why, is in our [privacy policy](/privacy).'],
  ]),
]

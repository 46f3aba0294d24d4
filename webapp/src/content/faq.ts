import { FEE_IS_REFUNDED } from './fee-promise'
import { NAMES_ARE_FIXED } from './names'

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
    ['How far ahead can I book?', 'About 11 months before departure, when airlines open their flights.'],
    ['Do I need an account?', 'No. You can book as a guest. With an account, your trips are all in one place.'],
    ['How many people can I book at once?', 'Up to nine people with a seat each, plus one lap infant per adult.'],
    ['Can I choose seats?', 'Yes, before you pay, if the airline has a seat map. You see the price of each seat.'],
    [
      'How do I know my booking is confirmed?',
      'You see the airline’s booking reference on screen, and we e-mail it to you.',
    ],
  ]),
  category('payment', 'Payment', [
    ['Which cards can I use?', 'Major credit and debit cards.'],
    ['When is my card charged?', 'When the airline confirms your booking. Until then we only place a hold.'],
    ['Is the price final?', 'Yes. The total on the payment page is what we charge, seats and bags included.'],
    [
      'My payment failed. Did I lose money?',
      'No. Any hold on your card is released. Your bank may take a few days to show it.',
    ],
    ['Which currency do I pay in?', 'The currency shown next to the price.'],
  ]),
  category('cancellations', 'Cancellations', [
    [
      'Can I cancel online?',
      'Yes, if the fare allows it. Go to [My Trips](/my-trips), or [find your booking](/trip) if you booked as a guest. You see your refund before you confirm.',
    ],
    ['When do refunds arrive?', 'Usually within 7 to 14 business days, depending on your bank.'],
    [
      'What does cancelling cost?',
      'The airline may charge a fee, which you see before you confirm. If an agent cancels for you, [our fees](/post-ticketing-fees) apply too.',
    ],
    [
      'Can I cancel for free?',
      `Many tickets can be cancelled free of charge within 24 hours of booking. Our booking fee is ${FEE_IS_REFUNDED}.`,
    ],
    ['What if the airline cancels?', 'Call {phone}. We’ll help you get another flight or a refund.'],
  ]),
  category('changes', 'Changes', [
    ['Can I change my dates?', 'Many fares allow it for a fee. Call {phone} and we’ll tell you the price first.'],
    [
      'Can I correct a name?',
      `${NAMES_ARE_FIXED} If you see a mistake, call {phone} right away. You can’t give your ticket to someone else.`,
    ],
    ['What does a change cost?', 'The airline’s fee, any difference in fare, and [our fee](/post-ticketing-fees).'],
    [
      'Can I add a bag?',
      'Yes, below each passenger while you book, if the airline sells bags here. Later, ask us or the airline.',
    ],
    ['My flight times changed. What now?', 'We’ll e-mail you. If the new times don’t work for you, call {phone}.'],
  ]),
  category('travel', 'Travel', [
    ['When should I be at the airport?', 'Two hours before a domestic flight, three before an international one.'],
    [
      'How long does my passport need to be valid?',
      'Many countries require six months beyond your stay. Check before you book.',
    ],
    ['Do I need a visa?', 'It depends on your passport and route. Check with each country’s embassy.'],
    ['When does check-in open?', 'Online, 24 to 48 hours before departure, on the airline’s site.'],
    [
      'What bags can I bring?',
      'You’ll find what your fare includes on every flight, in your confirmation and in [My Trips](/my-trips).',
    ],
  ]),
  category('account', 'Account', [
    ['How do I sign up?', '[Create an account](/register), or book as a guest and we’ll set one up for you.'],
    ['I forgot my password.', '[Get a link](/forgot-password) by e-mail to set a new one.'],
    ['Where are my trips?', 'In [My Trips](/my-trips): upcoming, past and cancelled.'],
    [
      'I booked as a guest. Where is my trip?',
      'In your confirmation e-mail. You can also [find your booking](/trip) and get a new link, or call {phone}.',
    ],
    ['Who sees my data?', 'Our [privacy policy](/privacy) says what we keep, why, and who gets it.'],
  ]),
]

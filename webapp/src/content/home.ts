/** The home page's words. Claims are the agency's; nothing here is measured. */

export const hero = {
  title: 'Find the fare. Know the\u00a0price.',
  lead: 'Search many airlines at once, pick your seats, and pay exactly the total you were shown.',
} as const

export const features = {
  title: 'Built for reading a fare properly',
  lead: 'The things that decide a trip are on the first card you see, not three clicks later.',
  cards: [
    {
      drawing: 'routes',
      title: 'Every route, compared',
      text: 'Direct and connecting flights side by side, with where you wait and for how long.',
    },
    {
      drawing: 'price',
      title: 'The price that is charged',
      text: 'Base fare, taxes and extras add up in front of you, to the cent.',
    },
    {
      drawing: 'seats',
      title: 'Seats before you pay',
      text: 'See the cabin, sit together, and know what each seat costs.',
    },
    {
      drawing: 'change',
      title: 'Help when plans bend',
      text: 'Cancel online with a clear refund quote, or call a person.',
    },
  ],
} as const

export const trust = [
  {
    icon: 'receipt' as const,
    title: 'Zero Hidden Fees',
    text: 'One total, for all passengers, from the first screen.',
  },
  {
    icon: 'ok' as const,
    title: 'Instant Confirmation',
    text: 'Your reference on screen, your ticket typically within minutes.',
  },
  { icon: 'refresh' as const, title: 'Flexible Booking', text: 'Free 24-hour cancellation on many tickets.' },
]

export const questions = [
  {
    question: 'Is my personal and payment data secure?',
    answer:
      'Yes. Every page and every payment travels encrypted, card numbers are never written down on our side, and passport numbers and birth dates are stored encrypted.',
  },
  {
    question: 'How do you handle my privacy under GDPR and CCPA?',
    answer:
      'We keep what a booking needs and nothing else, never sell it, and show, correct or delete it when you ask. Our privacy page says what is kept, why and for how long.',
  },
  {
    question: 'Are there any hidden fees?',
    answer:
      'No. The total you see on a flight is the total charged to your card. Our own service fee is a part of it, and the price summary names it before you pay; seats you add are a line of their own. What our agents charge for arranging a trip is listed on our service fees page.',
  },
  {
    question: 'Is support available 24/7?',
    answer:
      'Yes. Help with a trip that is under way is there day and night; the fastest way is the phone number at the top of every page.',
  },
  {
    question: 'Can I cancel, and when do refunds arrive?',
    answer:
      'Many tickets can be cancelled free of charge within 24 hours of booking. Later it depends on the fare: you see the exact refund before you confirm. Refunds reach your card in 7-14 business days.',
  },
  {
    question: 'Why book with an agency rather than an airline?',
    answer:
      'You compare many airlines at once, combine them in one booking, and have one place to call when plans change, whoever flies you.',
  },
  {
    question: 'Do I need a visa?',
    answer:
      'That depends on your passport and every country you pass through, stopovers included. Check with the embassy or the airline before you book; we cannot refund a ticket for a missing visa.',
  },
  {
    question: 'How soon will I get my ticket?',
    answer:
      'Typically within minutes. Your reference is on the screen as soon as the airline confirms, and the e-ticket follows by e-mail.',
  },
]

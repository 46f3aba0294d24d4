/** The home page's words. Claims are the agency's; nothing here is measured. */

export const hero = {
  title: 'Find the fare. Know the\u00a0price.',
  lead: 'Compare many airlines in one search, pick your seats, and pay exactly the total you see.',
} as const

export const features = {
  title: "See what you're really paying for",
  lead: 'Price, bags, stops and rules, right in the results.',
  cards: [
    {
      drawing: 'routes',
      title: 'Every route, compared',
      text: 'Nonstop and connecting flights side by side, with each layover and how long it takes.',
    },
    {
      drawing: 'price',
      title: 'No surprises at checkout',
      text: 'Fare, taxes and extras add up in front of you, to the cent.',
    },
    {
      drawing: 'seats',
      title: 'Seats before you pay',
      text: 'See the cabin, sit together, and know what each seat costs.',
    },
    {
      drawing: 'change',
      title: 'Help when plans change',
      text: 'See your refund before you cancel online, or call and talk to us.',
    },
  ],
} as const

export const trust = [
  {
    icon: 'receipt' as const,
    title: 'Zero Hidden Fees',
    text: 'Our booking fee is in the price, and we show it before you pay.',
  },
  {
    icon: 'ok' as const,
    title: 'Instant Confirmation',
    text: 'See your booking reference right away. Tickets usually follow within minutes.',
  },
  { icon: 'refresh' as const, title: 'Flexible Booking', text: 'Free 24-hour cancellation on many tickets.' },
]

export const questions = [
  {
    question: 'Are my personal and payment details safe?',
    answer:
      'Yes. Every page and every payment is encrypted. We never store card numbers, and we store passport numbers and birth dates encrypted.',
  },
  {
    question: 'How do you handle my privacy under GDPR and CCPA?',
    answer:
      'We keep only what your booking needs and never sell it. You can ask us to show, correct or delete it. Our privacy policy has the details.',
  },
  {
    question: 'Are there any hidden fees?',
    answer:
      'No. The total you see is the total we charge. It includes our booking fee, shown before you pay. Seats are listed separately. If an agent arranges a trip for you, they tell you their fee first.',
  },
  {
    question: 'Is support available 24/7?',
    answer: 'Yes. If something comes up during your trip, call the number at the top of any page, day or night.',
  },
  {
    question: 'Can I cancel, and when do refunds arrive?',
    answer:
      'Many tickets can be cancelled free of charge within 24 hours of booking. After that, it depends on the fare. You always see your refund before you confirm. Refunds reach your card in 7-14 business days.',
  },
  {
    question: 'Why book with an agency rather than an airline?',
    answer:
      'You compare many airlines in one search, and you have one number to call when plans change, whichever airline you fly.',
  },
  {
    question: 'Do I need a visa?',
    answer:
      "It depends on your passport and route, including every stop. Check with each country's embassy before you book. We can't refund a ticket because a visa is missing.",
  },
  {
    question: 'How soon will I get my ticket?',
    answer:
      'Usually within minutes. Your booking reference appears as soon as the airline confirms, and we e-mail your e-ticket.',
  },
]

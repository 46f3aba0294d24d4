/** What the support page leads to. Every link has an answer behind it. */
export const topics = [
  {
    title: 'Before you book',
    links: [
      { label: 'How far ahead can I book?', href: '/faq#booking' },
      { label: 'Which cards can I use?', href: '/faq#payment' },
      { label: 'Which bags may I take?', href: '/faq#travel' },
      { label: 'What our service costs', href: '/service-fees' },
    ],
  },
  {
    title: 'Your booking',
    links: [
      { label: 'See your trips', href: '/my-trips' },
      { label: 'Change a date or a name', href: '/faq#changes' },
      { label: 'Cancel and get money back', href: '/cancellation-policy' },
      { label: 'Fees after ticketing', href: '/post-ticketing-fees' },
    ],
  },
  {
    title: 'Your account',
    links: [
      { label: 'Create an account', href: '/register' },
      { label: 'Forgot your password?', href: '/forgot-password' },
      { label: 'Questions about accounts', href: '/faq#account' },
      { label: 'What we keep about you', href: '/privacy' },
    ],
  },
] as const

/** The questions asked most, by category. */
export const commonQuestions = [
  { category: 'cancellations', question: 'Can I cancel online?' },
  { category: 'cancellations', question: 'When do refunds arrive?' },
  { category: 'changes', question: 'Can I change my dates?' },
  { category: 'payment', question: 'When is my card charged?' },
  { category: 'travel', question: 'When should I be at the airport?' },
  { category: 'account', question: 'I booked as a guest. Where is my trip?' },
] as const

/** Beside the contact form: what often saves the wait for an answer. */
export const beforeYouWrite = [
  {
    title: 'Cancel a trip',
    text: 'See what you get back, then cancel where the fare allows it, in [My Trips](/my-trips). Booked without an account? [Find your booking](/trip).',
  },
  {
    title: 'Change a trip',
    text: 'Dates and small name corrections go by phone: call {phone} and know the price first.',
  },
  { title: 'Refunds', text: 'They usually arrive within 7 to 14 business days, depending on your bank.' },
  { title: 'Bags and seats', text: 'What your fare includes is on every offer and in your confirmation.' },
] as const

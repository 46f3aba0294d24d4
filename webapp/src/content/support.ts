import { NAMES_ARE_FIXED } from './names'

/** What the support page leads to. Every link has an answer behind it. */
export const topics = [
  {
    title: 'Before you book',
    links: [
      { label: 'How far ahead can I book?', href: '/faq#booking' },
      { label: 'Which cards can I use?', href: '/faq#payment' },
      { label: 'What bags can I bring?', href: '/faq#travel' },
      { label: 'Our fees', href: '/service-fees' },
    ],
  },
  {
    title: 'Your booking',
    links: [
      { label: 'See your trips', href: '/my-trips' },
      { label: 'Change a date or correct a name', href: '/faq#changes' },
      { label: 'Cancel and get a refund', href: '/cancellation-policy' },
      { label: 'Change and cancellation fees', href: '/post-ticketing-fees' },
    ],
  },
  {
    title: 'Your account',
    links: [
      { label: 'Create an account', href: '/register' },
      { label: 'Forgot your password?', href: '/forgot-password' },
      { label: 'Questions about accounts', href: '/faq#account' },
      { label: 'How we use your data', href: '/privacy' },
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
    icon: 'close',
    title: 'Cancel a trip',
    text: 'Open it in [My Trips](/my-trips) to see your refund, then cancel. Booked as a guest? [Find your booking](/trip).',
  },
  {
    icon: 'calendar',
    title: 'Change a trip',
    text: `To change dates, call us for a price: {phone}. ${NAMES_ARE_FIXED}`,
  },
  { icon: 'card', title: 'Refunds', text: 'They usually arrive within 7 to 14 business days, depending on your bank.' },
  {
    icon: 'bag-cabin',
    title: 'Bags and seats',
    text: "You'll find what your fare includes on every flight and in your confirmation.",
  },
] as const

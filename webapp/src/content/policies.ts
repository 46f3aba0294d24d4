import type { Article } from './article'
import { FEE_IS_REFUNDED } from './fee-promise'
import { NAMES_ARE_FIXED } from './names'

export const privacy: Article = {
  title: 'Privacy policy',
  lead: 'What {legal} keeps about you, why, and what you can ask us to do.',
  sections: [
    {
      id: 'what',
      title: 'What we keep',
      text: [
        'For a booking: passengers’ names, birth dates and contact details, passport details if the route requires them, your flights and what you paid. While you book, we keep what you’ve typed about passengers, without passport details, for up to one hour. For an account: your name, username, e-mail address, a one-way hash of your password, and the browsers you’re signed in with.',
        'If you write to us, we keep your message for one year. If you sign up for fare news, we keep your e-mail address until you ask us to remove it. If you watch a price, we keep your e-mail address, the trip and its prices until 30 days after the watch ends. Every mail about it has a link that ends it.',
      ],
      note: 'We store passport numbers and birth dates encrypted. We pass card numbers on for the payment and never store them.',
    },
    {
      id: 'who',
      title: 'Who gets it',
      text: [
        'The airlines you fly with and the provider we book them through, the card payment provider, and authorities where the law of a country on your route requires it. We don’t sell personal data.',
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      text: [
        'In your [account settings](/account-settings), you can download what we keep about you, and close your account. We then erase the account within a day. Its trips stay booked. Once they are over, we erase their passport details, birth dates and contact details, unless we still owe you something. Names, flights and payments stay.',
        'You can also ask us to show, correct, export or delete your data, and you can object to how we use it, whether the GDPR, the CCPA or another law gives you that right. E-mail {email}. If tax or aviation law makes us keep something, we delete it when we no longer have to.',
      ],
    },
    {
      id: 'children',
      title: 'Children',
      text: ['This site is not intended for anyone under 16. An adult books for children.'],
    },
    {
      id: 'cookies',
      title: 'Cookies',
      text: ['Our [cookie policy](/cookies) says what we set in your browser, and for how long.'],
    },
  ],
}

export const cookies: Article = {
  title: 'Cookie policy',
  lead: 'Cookies are small files in your browser that help the site recognize you. This is how long each kind can stay.',
  sections: [
    {
      id: 'kinds',
      title: 'Kinds and lifetimes',
      text: [
        'The longest time each kind can stay. You can delete cookies in your browser at any time.',
        'We may also set a cookie that keeps your visit running smoothly. It goes when you close your browser.',
      ],
      table: {
        columns: ['Kind', 'For', 'Up to'],
        rows: [
          ['Authentication', 'Keeping you signed in and your booking private', '30 days'],
          [
            'Security',
            'Knowing your browser, so that someone who guesses at your password can’t keep you out',
            '180 days',
          ],
          ['Preference', 'Choices such as colors', '1 year'],
          ['Analytics', 'Counting which pages are used, with your consent', '2 years'],
          ['Marketing', 'Measuring ads, with your consent', '90 days'],
        ],
      },
    },
    {
      id: 'choice',
      title: 'Your choice',
      text: [
        'We need authentication cookies to sign you in and to take a booking. We never set analytics or marketing cookies unless you agree. You can block or delete any cookie in your browser.',
        'Our [privacy policy](/privacy) says more about your data.',
      ],
    },
  ],
}

export const terms: Article = {
  title: 'Terms of service',
  lead: 'What you and {legal} agree on when you use this site or book through it.',
  facts: [
    { figure: 'Agency', text: 'We are a travel agency. The airline flies you under its own rules.' },
    { figure: 'Over 18', text: 'How old you must be to have an account.' },
    { figure: '30 days', text: 'How long before a change we announce it.' },
  ],
  sections: [
    {
      id: 'role',
      title: 'Our role',
      text: [
        'We are an independent travel agency and act between you and the airline. The airline flies you under its own conditions. They decide about bags, delays, changes and refunds of the fare.',
      ],
    },
    {
      id: 'account',
      title: 'Accounts',
      text: [
        'Account holders must be over 18. Keep your password to yourself. If someone else may know it, tell us at {support}.',
      ],
    },
    {
      id: 'booking',
      title: 'Bookings and prices',
      text: [
        'A fare can change until your ticket is issued. If it changes before you pay, you see the new total and decide again. We charge the total we show you.',
        'Our booking fee is part of each flight’s price, and the price summary shows it. Our agents’ fees are listed under [service fees](/service-fees) and [post-ticketing fees](/post-ticketing-fees).',
      ],
      note: `Check that names match the passports. ${NAMES_ARE_FIXED}`,
    },
    {
      id: 'documents',
      title: 'Travel documents',
      text: [
        'You’re responsible for visas, health rules and a valid passport. Some countries require a passport that is valid for six more months.',
      ],
    },
    {
      id: 'cancelling',
      title: 'Cancelling',
      text: ['Our [booking policy](/cancellation-policy) says how to cancel and what you get back.'],
    },
    {
      id: 'changes',
      title: 'Changes to these terms',
      text: [
        'We announce changes 30 days before they apply. The terms at the time you book stay valid for that booking.',
      ],
    },
  ],
}

export const cancellation: Article = {
  title: 'Cancellation and refund policy',
  lead: 'How to cancel, what you get back, and when.',
  facts: [
    { figure: 'No surprises', text: 'You see your exact refund before you confirm.' },
    { figure: '24 hours', text: 'Many tickets can be cancelled free of charge within this time.' },
    { figure: '7-14 days', text: 'Business days until an online refund usually reaches your card.' },
  ],
  sections: [
    {
      id: 'how',
      title: 'How to cancel',
      text: [
        'Open your trip in [My Trips](/my-trips). If you booked as a guest, [find your booking](/trip) with its reference and your e-mail address. If the fare can be cancelled online, you see the exact refund before you confirm. Or call {phone}.',
      ],
      note: 'A cancellation can’t be undone.',
    },
    {
      id: 'day',
      title: 'Within 24 hours of booking',
      text: [
        `Many tickets can be cancelled free of charge within 24 hours of booking. We refund what the airline returns to your card. Our [booking fee](/service-fees) is ${FEE_IS_REFUNDED}.`,
      ],
    },
    {
      id: 'later',
      title: 'After 24 hours',
      text: [
        'The rules of your fare decide. For a refundable fare, you get the fare back minus the airline’s penalty. For a non-refundable fare, you don’t. Some airlines give a credit for a later flight instead of money.',
        'After 24 hours our booking fee isn’t refunded. If an agent cancels for you, [post-ticketing fees](/post-ticketing-fees) apply.',
      ],
    },
    {
      id: 'when',
      title: 'When the money arrives',
      text: [
        'If you cancel online, your refund usually reaches your card in 7-14 business days. If an agent asks the airline for your refund, we start it within 24 to 48 hours, and it takes 7 to 30 business days.',
      ],
    },
    {
      id: 'airline',
      title: 'When the airline cancels',
      text: [
        'You can choose another flight or your money back, under the rules that protect passengers on your route. Call {phone} and we’ll arrange it.',
      ],
    },
  ],
}

import type { Article } from './article'
import { FEE_COMES_BACK } from './fee-promise'

export const about: Article = {
  title: 'About {brand}',
  lead: '{brand} is an independent travel agency, founded in 2022. We are not an airline: we compare fares, issue tickets and stay with you until you are home.',
  sections: [
    {
      id: 'what-we-do',
      title: 'What we do',
      text: [
        'You search many airlines at once, see one total for all passengers, and pay exactly that. The contract of carriage is with the airline that flies you; the advice, the ticket and the help come from us.',
        'Our recommendations, the fares we have from airlines directly and our help in finding flights with lower emissions are services we offer with a search. None of them changes the price you see.',
      ],
    },
    {
      id: 'reach-us',
      title: 'Who stands behind it',
      text: [
        '{legal}, {address}. Call {phone}, {hours}, or write to {email}. We aim to answer e-mails within 24 hours.',
      ],
    },
  ],
}

export const privacy: Article = {
  title: 'Privacy policy',
  lead: 'What {legal} keeps about you, why, and what you can ask of us.',
  sections: [
    {
      id: 'what',
      title: 'What we keep',
      text: [
        'For a booking: the names, birth dates and contact details of its passengers, passport details where a route asks for them, your flights and what you paid. For an account: your name, user name, e-mail address and a one-way hash of your password.',
        'For a message: what you write in its form, for one year. For fare news: your e-mail address, until you ask us to take it off the list.',
        'Passport numbers and birth dates are stored encrypted. Card numbers are passed on for the payment and never stored by us.',
      ],
    },
    {
      id: 'who',
      title: 'Who gets it',
      text: [
        'The airlines that fly you and the provider through which we book them; the card payment provider; authorities where the law of a country on your way demands it. We do not sell personal data.',
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      text: [
        'You can ask to see, correct, export or delete what we keep, and object to its use, whether the GDPR, the CCPA or another law gives you that right. Write to {email}. What tax or aviation law makes us keep is deleted when that duty ends.',
      ],
    },
    {
      id: 'children',
      title: 'Children',
      text: ['The site is not intended for anyone under 16. Children travel in a booking that an adult makes.'],
    },
    {
      id: 'cookies',
      title: 'Cookies',
      text: ['What is set in your browser, and for how long, is in our [cookie policy](/cookies).'],
    },
  ],
}

export const cookies: Article = {
  title: 'Cookie policy',
  lead: 'Small files in your browser that let the site know you again, and how long each kind may stay.',
  sections: [
    {
      id: 'kinds',
      title: 'Kinds and lifetimes',
      text: [
        'The longest time a cookie of each kind may live. Every visit can end it sooner: clear it in your browser.',
      ],
      table: {
        columns: ['Kind', 'For', 'Up to'],
        rows: [
          ['Authentication', 'Keeping you signed in, and your booking yours', '30 days'],
          ['Preference', 'Choices such as colours', '1 year'],
          ['Analytics', 'Counting which pages are used, with your consent', '2 years'],
          ['Marketing', 'Measuring advertisements, with your consent', '90 days'],
        ],
      },
    },
    {
      id: 'choice',
      title: 'Your choice',
      text: [
        'The site cannot sign you in or take a booking without authentication cookies. Analytics and marketing cookies are never set unless you agree. Your browser can block or delete any of them.',
        'More on your data is in our [privacy policy](/privacy).',
      ],
    },
  ],
}

export const terms: Article = {
  title: 'Terms of service',
  lead: 'What you and {legal} agree on when you use this site or book through it.',
  sections: [
    {
      id: 'role',
      title: 'Our role',
      text: [
        'We are an independent travel agency and act between you and the airline. The airline carries you under its own conditions, which decide about bags, delays, changes and refunds of the fare.',
      ],
    },
    {
      id: 'account',
      title: 'Accounts',
      text: [
        'Account holders must be over 18. Keep your password to yourself; tell us at {support} if somebody else may know it.',
      ],
    },
    {
      id: 'booking',
      title: 'Bookings and prices',
      text: [
        'A fare can change until its ticket is issued. Should it change before you have paid, you see the new total and decide again; what you are shown is what is charged. Check that names match the passports: corrections can cost a fee.',
        'Visas, health rules and passports, valid for six months where a country asks for it, are yours to see to. Our service fee is a part of each flight’s price, and the price summary names it; what our agents charge is listed under [service fees](/service-fees) and [post-ticketing fees](/post-ticketing-fees).',
      ],
    },
    {
      id: 'cancelling',
      title: 'Cancelling',
      text: ['How bookings are cancelled and refunded is in our [booking policy](/cancellation-policy).'],
    },
    {
      id: 'changes',
      title: 'Changes to these terms',
      text: ['We announce changes 30 days before they apply. A booking stays under the terms it was made under.'],
    },
  ],
}

export const cancellation: Article = {
  title: 'Cancellation and refund policy',
  lead: 'What you get back, when, and how to ask for it.',
  sections: [
    {
      id: 'how',
      title: 'How to cancel',
      text: [
        'Open the booking in [My Trips](/my-trips), or without an account [find it](/trip) by its reference and your e-mail address: where the fare allows it, you see the exact refund before you confirm. Or call {phone}. A cancellation cannot be undone.',
      ],
    },
    {
      id: 'day',
      title: 'Within 24 hours of booking',
      text: [
        `Many tickets can be cancelled free of charge within 24 hours of booking. Whatever the airline returns is refunded to your card. Our [service fee](/service-fees) ${FEE_COMES_BACK}.`,
      ],
    },
    {
      id: 'later',
      title: 'After 24 hours',
      text: [
        'The rules of the fare decide. A refundable fare comes back less the airline’s penalty; a non-refundable one does not; some airlines give credit for a later flight in place of money. Our service fee is no longer refundable, and an agent who cancels for you charges the [post-ticketing fees](/post-ticketing-fees).',
      ],
    },
    {
      id: 'when',
      title: 'When the money arrives',
      text: [
        'A cancellation you confirm online usually reaches your card in 7-14 business days. A refund that an agent asks of the airline is started within 24 to 48 hours and takes 7 to 30 business days.',
      ],
    },
    {
      id: 'airline',
      title: 'When the airline cancels',
      text: [
        'You choose between another flight and your money, as the law of your route says. Call {phone} and we arrange it.',
      ],
    },
  ],
}

import type { Article } from './article'

export const about: Article = {
  title: 'About {brand}',
  lead: '{brand} is an independent travel agency, founded in 2022. We compare fares, issue tickets and help you until you’re home. We are not an airline.',
  facts: [
    { figure: '2022', text: 'The year we started.' },
    { figure: 'One total', text: 'You pay exactly the total you see, our fee included.' },
    { figure: 'Real people', text: 'You can call and talk to us before, during and after your trip.' },
  ],
  sections: [
    {
      id: 'what-we-do',
      title: 'What we do',
      text: [
        'Your ticket is a contract with the airline that flies you. The advice, the booking and the help come from us.',
      ],
      points: [
        {
          icon: 'search',
          title: 'Compare',
          text: 'Many airlines in one search, nonstop and connecting flights side by side.',
        },
        {
          icon: 'receipt',
          title: 'Price',
          text: 'One total for all passengers. Fare, taxes, seats and bags are listed.',
        },
        { icon: 'seat', title: 'Book', text: 'Seats before you pay, and a ticket from the airline by e-mail.' },
        { icon: 'phone', title: 'Help', text: 'Cancel online with your refund in view, or call us.' },
      ],
    },
    {
      id: 'services',
      title: 'More ways we can help',
      text: [
        'We offer recommendations for your search, fares from airlines we work with directly, and help to find flights with lower emissions. None of them changes the price you see.',
      ],
    },
    {
      id: 'reach-us',
      title: 'Who we are',
      text: ['{legal} is the company that you book with. We aim to answer e-mails within 24 hours.'],
      ways: [
        ['Company', '{legal}', '{address}'],
        ['Phone', '{phone}', 'Open {hours}'],
        ['Help during a trip', '{support}', 'By phone: {anytime}'],
        ['General questions', '{email}'],
      ],
    },
  ],
}

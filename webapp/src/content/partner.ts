/** The words of the partner page. Offers are the agency's, by phone; nothing here is measured or promised by others. */
export const partner = {
  title: 'Flights by phone or online',
  lead: '{legal} is an independent travel agency. It is not affiliated with, endorsed by or acting for Expedia or any airline.',
  /** Nobody measures it: a claim that only the test mode makes. */
  wait: {
    test: 'Current Wait Time: Less than 30 seconds',
    live: 'Call and talk to a person: we aim to answer in less than 30 seconds.',
  },
  airlines: ['British Airways', 'Delta Air Lines', 'Emirates', 'Lufthansa', 'Qatar Airways', 'United Airlines'],
  airlinesNote: 'Airlines whose flights travellers ask us for. Which ones fly your route, the search shows.',
  reasons: [
    { title: 'One total', text: 'The price on the first card is what you pay, our fee included.' },
    { title: 'Many airlines', text: 'Direct and connecting flights of many airlines side by side.' },
    { title: 'Seats before you pay', text: 'Where the airline shows a seat map, you choose on it.' },
    { title: 'Bags on every offer', text: 'What a fare includes is written on it, not found out at the desk.' },
    { title: 'Refunds in numbers', text: 'Before you cancel you see what comes back.' },
    { title: 'People on the phone', text: 'Help with a trip that is under way: {anytime}.' },
  ],
  promotions: [
    { title: 'Up to 25% off summer', text: 'Ask about summer fares on selected routes and dates.' },
    {
      title: 'Business class upgrade',
      text: 'Ask what an upgrade costs on your flight: where seats are left, it can be little.',
    },
    { title: 'Weekend flash sale', text: 'Ask for this weekend’s fares. They end when the seats are gone.' },
  ],
  promotionsNote:
    'Offers by phone, subject to availability. The agent names the full price before you agree to anything.',
  ways: [
    ['Phone', '{phone}', 'Help with a trip under way: {anytime}'],
    ['E-mail', '{email}', 'We aim to answer within 24 hours.'],
    ['Address', '{legal}, {address}'],
  ],
} as const

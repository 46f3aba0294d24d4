/** The words of the partner page. Offers are the agency's, by phone; nothing here is measured or promised by others. */
export const partner = {
  title: 'Flights by phone or online',
  lead: '{legal} is an independent travel agency. It is not affiliated with, endorsed by or acting for Expedia or any airline.',
  /** Nobody measures it: a claim that only the test mode makes. */
  wait: {
    test: 'Current Wait Time: Less than 30 seconds',
    live: 'Call and talk to a person: we aim to answer in less than 30 seconds.',
  },
  airlines: [
    ['BA', 'British Airways'],
    ['DL', 'Delta Air Lines'],
    ['EK', 'Emirates'],
    ['LH', 'Lufthansa'],
    ['QR', 'Qatar Airways'],
    ['UA', 'United Airlines'],
  ],
  airlinesNote: 'Airlines travelers often ask us for. Search to see who flies your route.',
  reasons: [
    {
      icon: 'receipt',
      title: 'One total',
      text: 'The price in your search results is the price you pay, our fee included.',
    },
    { icon: 'search', title: 'Many airlines', text: 'Compare nonstop and connecting flights side by side.' },
    { icon: 'seat', title: 'Seats before you pay', text: 'Pick your seats if the airline has a seat map.' },
    { icon: 'bag-cabin', title: 'Bags on every offer', text: 'See what each fare includes before you book.' },
    { icon: 'refresh', title: 'Clear refunds', text: 'See exactly what you get back before you cancel.' },
    { icon: 'phone', title: 'People on the phone', text: 'Call for help during your trip: {anytime}.' },
  ],
  promotions: [
    { title: 'Up to 25% off summer', text: 'Ask about summer fares on selected routes and dates.' },
    {
      title: 'Business class upgrade',
      text: 'Ask what an upgrade costs on your flight. It’s often less than you’d think.',
    },
    { title: 'Weekend flash sale', text: 'Ask for this weekend’s fares, while seats last.' },
  ],
  promotionsNote:
    'Offers by phone, subject to availability. The agent tells you the full price before you agree to anything.',
  ways: [
    ['Phone', '{phone}', 'Help during a trip: {anytime}'],
    ['E-mail', '{email}', 'We aim to answer within 24 hours.'],
    ['Address', '{legal}, {address}'],
  ],
} as const

/** The footer's words. Nobody measures a saving: it is offered, never promised, whatever the mode and the brand. */
export const footer = {
  blurb:
    'A third-party agency for scheduled flights. We compare fares, issue tickets and look after changes. Ask us for savings up to 50% versus full-fare economy on selected routes.',
  guarantee: {
    title: 'Fare guarantee',
    text: 'Found the same seat for less within 24 hours? Call us and ask us to match it.',
  },
  note: 'Fares can change until they are ticketed.',
} as const

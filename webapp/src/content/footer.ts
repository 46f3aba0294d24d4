/** The footer's words. Nobody measures a saving: it is offered, never promised, whatever the mode and the brand. */
export const footer = {
  blurb:
    'A third-party travel agency for flights. We compare fares, issue tickets and help with changes. Ask us about savings up to 50% versus full-fare economy on selected routes.',
  guarantee: {
    title: 'Fare guarantee',
    text: 'Found the same seat for less within 24 hours? Call us and ask us to match it.',
  },
  note: 'Fares can change until your ticket is issued.',
} as const

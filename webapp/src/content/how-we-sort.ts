import type { Article } from './article'

/** What the order "best" weighs, as the server is set. */
interface BestOrder {
  hourPercent: number
  connectionMinutes: number
  hardConnectionMinutes: number
}

/** "1 hour", "90 minutes" */
const time = (minutes: number) => {
  if (minutes % 60 !== 0) return `${minutes} minutes`
  return minutes === 60 ? '1 hour' : `${minutes / 60} hours`
}

const weights = ({ hourPercent, connectionMinutes, hardConnectionMinutes }: BestOrder) => [
  ['An hour of travel', `${hourPercent}% of the middle price of your search`],
  ['Each change of planes', `${time(connectionMinutes)} more`],
  ['A change with a night or another airport', `${time(connectionMinutes + hardConnectionMinutes)} more`],
]

/** How lists are ordered. The numbers are those of the server; null where they are not known. */
export const howWeSort = (order: BestOrder | null): Article => ({
  title: 'How we sort',
  lead: 'What puts one flight above another in our lists, and what never does.',
  sections: [
    {
      id: 'orders',
      title: 'The orders',
      text: [
        'Lowest price is what you see first: the total for all travelers, our fee included. Highest price is the same the other way round.',
        'Shortest goes by the travel time of all directions together. Lowest CO2 goes by [the airlines’ estimates](/emissions). Flights without a figure come last.',
        'Equal flights are ordered by the airline’s own total. Prices in different currencies are never compared: those in the currency of most flights come first.',
      ],
    },
    {
      id: 'best',
      title: 'Best',
      text: [
        'Best weighs the price against your time. We add what each trip’s time is worth to its price, and the lowest sum comes first. The list tells you what an hour counts in your search.',
        'Airlines answer at different speeds. Until all have answered, the list stands by price.',
      ],
      table: order ? { columns: ['What', 'Counts as'], rows: weights(order) } : undefined,
      note: 'Under Best, “Why here?” on a flight tells you how it differs from the cheapest one.',
    },
    {
      id: 'titles',
      title: 'Cheapest, Fastest, Lowest CO2, Best',
      text: [
        'These tags mark the flight that comes first in each of four orders, among all flights found. They stay when you sort or filter.',
      ],
    },
    {
      id: 'never',
      title: 'What never counts',
      text: ['What we earn, which airline it is, and whether somebody paid us. Nobody can buy a place in our lists.'],
    },
  ],
})

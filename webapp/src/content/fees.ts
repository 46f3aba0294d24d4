import type { Article } from './article'
import { FEE_IS_REFUNDED } from './fee-promise'

const passengerTypes =
  'They are the same for every type of passenger: adult, child, senior, infant, student and military, unless a line says otherwise.'

export const serviceFees: Article = {
  title: 'Service fees',
  lead: 'When you book a flight here, our booking fee is already in the price. We add nothing at the end. If an agent arranges a trip for you, the fees below apply.',
  facts: [
    { figure: 'Included', text: 'Our booking fee is in every price you see, from the first result on.' },
    { figure: 'Shown first', text: 'You see the amount in the price summary before you pay.' },
    { figure: '24 hours', text: 'Cancel online within this time and we refund our fee.' },
  ],
  sections: [
    {
      id: 'online',
      title: 'Flights you book on this site',
      text: [
        'Our booking fee is part of the base fare, and none of the fees below apply. It depends on the airline’s price, so it differs from flight to flight. You see it in the price summary, on the flight’s page and again next to your card.',
      ],
    },
    {
      id: 'fees',
      title: 'Fees by service',
      text: [
        'When an agent arranges a trip for you by phone or e-mail, their fee is added to the price of the trip. They tell you the amount first, and nothing is booked until you agree.',
        `Each amount is the most we charge, in US dollars and per passenger unless noted. ${passengerTypes}`,
      ],
      table: {
        columns: ['Service', 'Fee', 'Charged'],
        rows: [
          ['Air', '$45', 'per passenger'],
          ['Business or first class', '$180', 'per passenger'],
          ['Multi-city or open jaw', '$90', 'per passenger'],
          ['Nearby airports or different dates', '$45', 'per passenger'],
          ['High-fraud cities', '$30', 'per passenger'],
          ['Unaccompanied minor', '$90', 'per passenger'],
          ['Booked by an agent', '$18 to $230', 'per passenger'],
          ['Booked by an agent, seniors', '$120', 'per passenger'],
          ['Hotel', '$30', 'per night and room'],
          ['Car', '$35', 'per rental'],
          ['Cruise', '$195', 'per passenger'],
          ['Cruise, booked online', '$190', 'per passenger'],
          ['Holiday', '$40', 'per passenger'],
        ],
      },
    },
    {
      id: 'refund',
      title: 'When we refund our fee',
      text: [
        `Our booking fee is ${FEE_IS_REFUNDED}. This holds even if the airline keeps the fare.`,
        'The 24 hours count from when you book. You can cancel online until departure, if the airline allows that: your trip shows it.',
        'After that, our fee is non-refundable, even if the airline refunds the fare.',
      ],
      note: 'If an agent changes or cancels your ticket, other fees apply: see [post-ticketing fees](/post-ticketing-fees).',
    },
  ],
}

export const postTicketingFees: Article = {
  title: 'Post-ticketing fees',
  lead: 'What we charge when an agent changes or cancels your ticket after it is issued. The airline’s own penalty and any difference in fare are added.',
  facts: [
    { figure: 'You decide', text: 'The agent tells you your fee first. Nothing happens until you agree.' },
    { figure: '24-48 hours', text: 'How soon we start a refund after you ask for it.' },
    { figure: '7-30 days', text: 'Business days until it arrives, depending on the airline and your bank.' },
  ],
  sections: [
    {
      id: 'cancel-24',
      title: 'Cancelled by an agent within 24 hours',
      text: [`Per passenger, in US dollars. ${passengerTypes}`],
      table: {
        columns: ['Ticket', 'Fee'],
        rows: [
          ['Domestic', '$50'],
          ['International', '$75'],
          ['Business or first class', '$75'],
        ],
      },
      note: 'You can often cancel online without an agent. Open [My Trips](/my-trips) to see your refund.',
    },
    {
      id: 'cancel-later',
      title: 'Cancelled after 24 hours',
      text: [
        'The fee depends on your route and cabin. Call {phone} and we’ll tell you which one applies to your ticket.',
      ],
      table: {
        columns: ['What you get', 'Fee, by route and cabin'],
        rows: [
          ['Future credit', '$45 or $95'],
          ['Immediate refund', '$90, $220 or $225'],
        ],
      },
    },
    {
      id: 'exchange',
      title: 'Exchanges',
      text: ['For a new date or route on the same ticket.'],
      table: {
        columns: ['Cabin and time', 'Domestic', 'International'],
        rows: [
          ['Economy, within 10 days', '$45', '$48'],
          ['Business, within 10 days', '$95', '$85'],
          ['Economy, beyond 10 days', '$95', '$225'],
          ['Business, beyond 10 days', '$225', '$245'],
        ],
      },
    },
    {
      id: 'waiver',
      title: 'Waivers',
      text: ['When an agent asks the airline to waive its penalty for you.'],
      table: {
        columns: ['Cabin', 'Fee'],
        rows: [
          ['Economy', '$45'],
          ['Business', '$95'],
        ],
      },
    },
    {
      id: 'refunds',
      title: 'How long a refund takes',
      text: [
        'We start a refund within 24 to 48 hours of your request. It then takes 7 to 30 business days, depending on the airline and your bank.',
        'Questions about a fee? Call {phone} or e-mail {support}.',
      ],
    },
  ],
}

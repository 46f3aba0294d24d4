import type { Article } from './article'
import { FEE_COMES_BACK } from './fee-promise'

const passengerTypes =
  'They are the same for every type of passenger: adult, child, senior, infant, student and military, unless a line says otherwise.'

export const serviceFees: Article = {
  title: 'Service fees',
  lead: 'For a flight you book here yourself, our service fee is already inside the price you see, from the first result on: nothing is added to it at the end. The table is for what our agents arrange for you.',
  sections: [
    {
      id: 'online',
      title: 'Flights you book on this site',
      text: [
        'Our service fee is a part of the base fare, and no amount of the table below is added to it. It depends on the airline’s price, so it is named for each flight: in dollars, in the price summary on the flight’s page and again beside your card, before you pay.',
      ],
    },
    {
      id: 'fees',
      title: 'Fees by service',
      text: [
        `What our agents charge for arranging a trip for you, by phone or in writing. They name your fee before you agree; each amount is the most it can be, in US dollars and per passenger unless noted. ${passengerTypes}`,
      ],
      table: {
        columns: ['Service', 'Up to', 'Counted'],
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
      title: 'When a service fee comes back',
      text: [
        `Our service fee ${FEE_COMES_BACK}, whatever the airline pays back for the ticket. Later it is not refundable, even where the airline returns the fare.`,
        'Changing or cancelling a ticket can cost an agent fee of its own: see [post-ticketing fees](/post-ticketing-fees).',
      ],
    },
  ],
}

export const postTicketingFees: Article = {
  title: 'Post-ticketing fees',
  lead: 'What an agent charges to change or cancel a ticket that has been issued. The airline’s own penalty and any difference in fare come on top.',
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
    },
    {
      id: 'cancel-later',
      title: 'Cancelled after 24 hours',
      text: [
        'The fee depends on the route and the cabin. The agent names yours before anything is cancelled, and nothing happens until you agree.',
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
        columns: ['When', 'Cabin', 'Domestic', 'International'],
        rows: [
          ['Within 10 days', 'Economy', '$45', '$48'],
          ['Within 10 days', 'Business', '$95', '$85'],
          ['Beyond 10 days', 'Economy', '$95', '$225'],
          ['Beyond 10 days', 'Business', '$225', '$245'],
        ],
      },
    },
    {
      id: 'waiver',
      title: 'Waivers',
      text: ['When an agent asks the airline to waive its penalty.'],
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
        'Questions about a fee? Call {phone} or write to {support}.',
      ],
    },
  ],
}

import type { Article } from './article'

export const emissions: Article = {
  title: 'CO2 on your flight',
  lead: 'Where the figures on our flights come from, what they count, and what they can’t tell you.',
  sections: [
    {
      id: 'figures',
      title: 'What the figure says',
      text: [
        'Each flight shows kilograms of CO2 for one traveler: the airline’s estimate for the whole trip, there and back, divided by the travelers who have a seat. Infants on a lap are not counted.',
        'Where the airline gives no estimate, we say “CO2 not stated”. We never fill the gap with a number of our own.',
      ],
    },
    {
      id: 'typical',
      title: 'What “typical” means',
      text: [
        'Beside the figure we say how it compares with the other flights of your search. Typical is the middle value of all journeys whose airlines state an estimate: half of them emit more, half less. Several fares for the same flights count once.',
        'Within 5% of the middle we say “about typical”. We compare nothing when fewer than 5 journeys have a figure, or while airlines are still answering.',
      ],
    },
    {
      id: 'limits',
      title: 'What the figures can’t tell you',
      text: [
        'All figures are the airlines’ estimates of CO2, passed on as they come. Airlines don’t say how they estimate, and may do it differently. Emissions other than CO2 and other effects of flying are not included, as far as we know.',
        'Treat small differences as none. Fewer stops, newer aircraft and economy class usually emit less.',
      ],
      note: 'The order “Lowest CO2” puts flights without a figure last. It never changes a price.',
    },
  ],
}

import { type TripTab, tripTabs } from './search-form'

/** The document's own script notes in it which tab was pressed, from before the page's scripts are there. */
const noted = () => document.documentElement.dataset

/** The tab that was pressed last and not acted on, once. */
export function takePressedTrip(): TripTab | undefined {
  const { trip } = noted()
  delete noted().trip
  return tripTabs.find((tab) => tab === trip)
}

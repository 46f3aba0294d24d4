import { type TripTab, tripTabs } from './search-form'

/** The document's own script notes in it what was pressed in the form, from before the page's scripts are there. */
const noted = () => document.documentElement.dataset

/** The tab that was pressed last and not acted on, once. */
export function takePressedTrip(): TripTab | undefined {
  const { trip } = noted()
  delete noted().trip
  return tripTabs.find((tab) => tab === trip)
}

/** Whether the form was sent last and not acted on, once. */
export function takePressedSearch(): boolean {
  const { search } = noted()
  delete noted().search
  return search !== undefined
}

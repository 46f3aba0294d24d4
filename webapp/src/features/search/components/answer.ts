/** What a search has no use for before it is answered. It is fetched while the airlines are asked. */
export { ComparePanel } from './compare-panel'
export { Filters } from './filters'
export { NoFlights, NoMatches } from './late-states'
export { Offers } from './offers'
export { Pager } from './pager'
export { RefreshNote } from './refresh-note'
export { SearchingPill } from './searching'
export { LoadError, StaleNotice } from './states'

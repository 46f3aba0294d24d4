/** What stands behind the first tab of a flight. It is fetched once the flight is there, before a tab is pressed. */
export { FareRules } from './fare-rules'
export { SeatMaps } from './seat-maps'

/** An address without an offer: the page leads to the search. */
export { default } from './[id]/page'

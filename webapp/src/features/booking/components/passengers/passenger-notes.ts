/** One part of the script, loaded together with the rules: a note is shown only where the rules find something. */
export { AgeNote } from './age-note'
export { OneName } from './passenger-one-name'

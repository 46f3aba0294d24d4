/** In one part of the script, which comes with the rules: without a finding of theirs there is nothing to note. */
export { AgeNote } from './age-note'
export { OneName } from './passenger-one-name'

// Travellers while replicas come and go: a few refusals are expected, and some answers that come late. The storm looks when
// each of them was.
import { optionsOf, rules } from "./arrivals.js";

export { purchase, search } from "./arrivals.js";
rules.connectionsMayBreak = true;
rules.slowMs = 1000;
export const options = optionsOf(1 / 20, {}, 15);

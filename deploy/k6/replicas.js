// Travellers while replicas come and go: a few refusals are expected, and the storm looks when each of them was.
import { optionsOf, rules } from "./arrivals.js";

export { purchase, search } from "./arrivals.js";
rules.connectionsMayBreak = true;
export const options = optionsOf(1 / 20, {});

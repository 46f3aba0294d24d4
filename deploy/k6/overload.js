// Five times that: what is too much is refused politely, and what was accepted is finished.
import { optionsOf } from "./arrivals.js";

export { purchase, search } from "./arrivals.js";
export const options = optionsOf(5, {});

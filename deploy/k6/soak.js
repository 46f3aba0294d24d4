// Load that has to be held: nobody is refused.
import { nobodyIsRefused, optionsOf } from "./arrivals.js";

export { purchase, search } from "./arrivals.js";
export const options = optionsOf(1, nobodyIsRefused);

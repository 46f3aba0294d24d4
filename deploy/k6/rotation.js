// Travellers while keys and webhook secrets are replaced: nobody is refused.
import { nobodyIsRefused, optionsOf } from "./arrivals.js";

export { purchase, search } from "./arrivals.js";
export const options = optionsOf(1 / 20, nobodyIsRefused, 15);

// Travellers while keys, webhook secrets or certificates are replaced: nobody is refused.
import { nobodyIsRefused, optionsOf } from "./arrivals.js";

export { purchase, search } from "./arrivals.js";
export const options = optionsOf(1 / 20, nobodyIsRefused, 15);

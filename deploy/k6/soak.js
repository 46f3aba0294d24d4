// Load that has to be held: nobody is refused.
import { optionsOf } from "./arrivals.js";

export { purchase, search } from "./arrivals.js";
export const options = optionsOf(1, {
  searches_refused: ["count==0"],
  purchases_refused: ["count==0"],
  polls_refused: ["count==0"],
});

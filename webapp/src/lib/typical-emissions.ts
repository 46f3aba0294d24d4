/** As near as this to what is typical nobody is better or worse, in percent of it. */
const ABOUT = 5

/** How many percent more than typical, negative for less; 0 within what counts as about the same. */
export function aboveTypical(kg: number, typical: number) {
  const percent = ((kg - typical) / typical) * 100
  return Math.abs(percent) <= ABOUT ? 0 : Math.round(percent)
}

import * as words from '@/messages/lib/emissions'

/** As near as this to what is typical nobody is better or worse, in percent of it. */
const ABOUT = 5

/** "474 kg CO2 each"; no flight emits nothing. */
export const emissionsInWords = (kg: number | null | undefined) => (kg ? words.each({ kg }) : words.notStated)

/** How many percent more than typical, negative for less; 0 within what counts as about the same. */
export function aboveTypical(kg: number, typical: number) {
  const percent = ((kg - typical) / typical) * 100
  return Math.abs(percent) <= ABOUT ? 0 : Math.round(percent)
}

/** "18% less than typical"; "" where either is not known. */
export function againstTypical(kg: number | null | undefined, typical: number | null | undefined) {
  if (!kg || !typical) return ''
  const percent = aboveTypical(kg, typical)
  if (percent === 0) return words.aboutTypical
  return percent < 0 ? words.lessThanTypical({ percent: -percent }) : words.moreThanTypical({ percent })
}

import * as words from '@/messages/lib/emissions'
import { aboveTypical } from './typical-emissions'

/** "474 kg CO2 each"; no flight emits nothing. */
export const emissionsInWords = (kg: number | null | undefined) => (kg ? words.each({ kg }) : words.notStated)

/** "18% less than typical"; "" where either is not known. */
export function againstTypical(kg: number | null | undefined, typical: number | null | undefined) {
  if (!kg || !typical) return ''
  const percent = aboveTypical(kg, typical)
  if (percent === 0) return words.aboutTypical
  return percent < 0 ? words.lessThanTypical({ percent: -percent }) : words.moreThanTypical({ percent })
}

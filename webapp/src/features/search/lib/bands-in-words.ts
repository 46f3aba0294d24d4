import { formatMinuteOfDay } from '@/lib/dates'
import * as words from '@/messages/search/filters'
import { type TimeBand, timeBands } from './filters'

export const bandNames: Record<TimeBand, string> = {
  early_morning: words.earlyMorning,
  morning: words.morning,
  afternoon: words.afternoon,
  evening: words.evening,
}

/** "06:00-11:59", by the clock of the cards. */
export function hoursOf(band: TimeBand) {
  const { from, to } = timeBands[band]
  return words.bandHours({ from: formatMinuteOfDay(from * 60), to: formatMinuteOfDay(to * 60 - 1) })
}

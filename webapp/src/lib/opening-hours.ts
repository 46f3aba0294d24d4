import * as words from '@/messages/lib/opening-hours'

const ALL_DAY = /\b0?0:00\s?[-–]\s?(?:24|0?0):00/

/** Opening hours as a brand writes them, but for "00:00-24:00", which nobody says. */
export const formatOpeningHours = (hours: string) => hours.trim().replace(ALL_DAY, words.allDay)

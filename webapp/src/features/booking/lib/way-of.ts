import type { Segment } from '@/lib/api/types'
import * as words from '@/messages/booking/flow'

/** "JFK to LHR" */
export const wayOf = ({ origin, destination }: Pick<Segment, 'origin' | 'destination'>) =>
  words.route({ origin: origin.iata_code, destination: destination.iata_code })

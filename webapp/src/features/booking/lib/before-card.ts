import { NO_RESPONSE, OFFER_EXPIRED, type Verification } from '@/lib/api/offers'
import * as words from '@/messages/booking/failure'
import { type Failure, notSold, refusal } from './failure'

/** Nothing went out, whatever may have before. */
const offline: Failure = {
  kind: 'offline',
  title: words.offline,
  message: words.payOnceOnline,
}

/** The shop is in another mode than the page shows. */
export const switched: Failure = { kind: 'mode', title: words.paymentError, message: words.modeChanged }

/** Why the card is not asked for; null where the offer stands, or nobody can say. */
export function stopBefore({ isGone, isRefused, code }: Verification, isRepeat: boolean): Failure | null {
  if (isGone) return refusal(OFFER_EXPIRED, '')
  if (isRefused && !isRepeat) return notSold(code)
  return code === NO_RESPONSE && !navigator.onLine ? offline : null
}

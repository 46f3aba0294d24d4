import { apiPath } from '@/lib/api/api-path'
import { request } from '@/lib/api/client'

/** What each of these offers costs with a checked bag, 10 of them at most. Sends no search. */
export const fetchBagPrices = (offerIds: readonly string[]) =>
  request('GET', apiPath('/api/flights/bags'), {
    query: { offers: offerIds.join(',') },
    attempt: 'Unable to look up bag prices:',
  })

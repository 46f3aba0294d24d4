import { apiPath } from './api-path'
import { request } from './client'
import type { BagPrice } from './types'

/** What each of these offers costs with a checked bag, 10 of them at most. Sends no search. */
const fetchBagPrices = (offerIds: readonly string[]) =>
  request('GET', apiPath('/api/flights/bags'), {
    query: { offers: offerIds.join(',') },
    attempt: 'Unable to look up bag prices:',
  })

/** The same, and none where the server can't tell: the page then says that they are not known. */
export const knownBagPrices = (offerIds: readonly string[]): Promise<readonly BagPrice[]> =>
  fetchBagPrices(offerIds).catch((error: unknown) => {
    console.warn('Bag prices are not known', error)
    return []
  })

import { apiPath } from '@/lib/api/api-path'
import { request } from '@/lib/api/client'
import type { WatchChange, WatchRequest } from '@/lib/api/types'

export const watchesKey = apiPath('/api/watches')

/** Watches a price. The answer is the same whether or not the address is known. */
export const watchPrice = (watch: WatchRequest) => request('POST', watchesKey, { body: watch })

/** The trip that a mailed link would start a watch of. */
export const fetchAskedTrip = (token: string) => request('POST', apiPath('/api/watches/preview'), { body: { token } })

/** Starts the watch of a mailed link. The token of the answer lists all watches of the address. */
export const startWatch = (token: string) => request('POST', apiPath('/api/watches/confirm'), { body: { token } })

/** Ends the watch of a mailed link. Succeeds for a token that nobody has. */
export const stopWatch = (token: string) => request('POST', apiPath('/api/watches/stop'), { query: { token } })

/** What the address of a mailed link watches; without a token, what the user watches. */
export const fetchWatches = (token: string | null) =>
  token ? request('POST', apiPath('/api/watches/list'), { body: { token } }) : request('GET', watchesKey)

export const changeWatch = (id: string, change: WatchChange) =>
  request('PATCH', apiPath('/api/watches/{id}', { id }), { body: change })

export const deleteWatch = (id: string, token: string | null): Promise<unknown> =>
  token ? changeWatch(id, { state: 'ended', token }) : request('DELETE', apiPath('/api/watches/{id}', { id }))

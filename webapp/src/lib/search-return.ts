import { isComplete, readCriteria, searchParams } from './criteria'
import { routes, withQuery } from './routes'
import { readStored } from './storage'

type Params = ConstructorParameters<typeof URLSearchParams>[0]

/** The results that an address came from: its own search, else the last one of this browser. */
export function searchReturn(params: URLSearchParams) {
  const criteria = readCriteria(params)
  if (isComplete(criteria)) return withQuery(routes.search, searchParams(criteria))
  const last = readStored<Record<string, string>>('localStorage', 'lastSearchParams')
  return last ? withQuery(routes.search, last) : routes.search
}

/** The `from_` parameters of an address, which the next page carries on. */
export const carriedOn = (params: Params) =>
  Object.fromEntries([...new URLSearchParams(params)].filter(([name]) => name.startsWith('from_')))

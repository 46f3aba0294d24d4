import type { FareCell, Price } from '@/lib/api/types'
import { type SearchCriteria, searchParams } from '@/lib/criteria'
import { compareDecimals } from '@/lib/decimal'
import { formatPrice } from '@/lib/money'
import { withQuery } from '@/lib/routes'
import { readStored, store } from '@/lib/storage'

/**
 * What cells said that led to searches, the newest first. The browser keeps it, so that no price rises in silence (R39),
 * in a tab of its own either.
 */
export interface FollowedCell {
  search: string
  amount: string
  currency: string
  observedAt: string
}

const KEY = 'followedDates'
const KEPT = 10

const identityOf = (criteria: SearchCriteria) => withQuery('', searchParams(criteria))
const read = () => readStored<FollowedCell[]>('localStorage', KEY) ?? []

/** The search that a cell of this page was followed to, until the cell of its dates has the focus. */
let followedTo: string | null = null

/** Notes what a cell says that is opened, here or in another tab. */
export function noteSaid(criteria: SearchCriteria, { amount, currency, observedAt }: FareCell) {
  const search = identityOf(criteria)
  const others = read().filter((one) => one.search !== search)
  const said = amount && currency && observedAt ? [{ search, amount, currency, observedAt }] : []
  store('localStorage', KEY, [...said, ...others].slice(0, KEPT) satisfies FollowedCell[])
}

/** Notes the cell that is followed in this tab. */
export function noteFollowed(criteria: SearchCriteria, cell: FareCell) {
  followedTo = identityOf(criteria)
  noteSaid(criteria, cell)
}

/** Whether a cell was followed to this search. Answers once. */
export function takeFollowed(criteria: SearchCriteria) {
  const isFollowed = followedTo === identityOf(criteria)
  if (isFollowed) followedTo = null
  return isFollowed
}

/** What was said of a search by the cell that led to it; null where no price did. */
export const followedCell = (criteria: SearchCriteria): FollowedCell | null =>
  read().find(({ search }) => search === identityOf(criteria)) ?? null

const asShown = ({ amount, currency }: Pick<FollowedCell, 'amount' | 'currency'>) => formatPrice(amount, currency)

/** Two currencies can't be compared, and of two prices that read alike none has risen for the reader. */
export const isDearer = (found: Price, followed: FollowedCell) =>
  found.currency === followed.currency &&
  compareDecimals(found.amount, followed.amount) > 0 &&
  asShown(found) !== asShown(followed)

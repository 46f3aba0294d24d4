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
  /** When it was followed, in milliseconds. */
  followedAt: number
}

const KEY = 'followedDates'
const KEPT = 10
/** So long what a cell said holds. */
const HELD_MS = 30 * 60_000

const identityOf = (criteria: SearchCriteria) => withQuery('', searchParams(criteria))
const read = () => readStored<FollowedCell[]>('localStorage', KEY) ?? []

/** Whether what a cell said still holds. A clock that was set back ends it too. */
export function isHeld({ followedAt }: FollowedCell, now: number) {
  const age = now - followedAt
  return age >= 0 && age <= HELD_MS
}

/** The search that a cell of this page was followed to, or left by again, until the cell of its dates has the focus. */
let followedTo: string | null = null

/** The search that this tab shows, or has shown last. */
let shown: string | null = null

/** The searches between which cells were followed in this tab. */
const ways = new Set<string>()
const wayOf = (from: string, to: string) => `${from} ${to}`

/** Notes what a cell says that is opened, here or in another tab. */
export function noteSaid(criteria: SearchCriteria, { amount, currency, observedAt }: FareCell) {
  const search = identityOf(criteria)
  const others = read().filter((one) => one.search !== search)
  const said =
    amount && currency && observedAt ? [{ search, amount, currency, observedAt, followedAt: Date.now() }] : []
  store('localStorage', KEY, [...said, ...others].slice(0, KEPT) satisfies FollowedCell[])
}

/** Notes the cell that is followed in this tab, from one search to another. */
export function noteFollowed(from: SearchCriteria, to: SearchCriteria, cell: FareCell) {
  followedTo = identityOf(to)
  ways.add(wayOf(identityOf(from), followedTo))
  noteSaid(to, cell)
}

/** Notes which search the page shows. One that Back has led to, against the way of a cell, counts as followed to. */
export function noteShown(criteria: SearchCriteria) {
  const [from, to] = [shown, identityOf(criteria)]
  shown = to
  if (from !== null && from !== to && (ways.has(wayOf(from, to)) || ways.has(wayOf(to, from)))) followedTo = to
}

/** Whether a cell was followed to this search, or left by Back to it. */
export const isFollowed = (criteria: SearchCriteria) => followedTo === identityOf(criteria)

/** The same. Answers once. */
export function takeFollowed(criteria: SearchCriteria) {
  const isTaken = isFollowed(criteria)
  if (isTaken) followedTo = null
  return isTaken
}

/** What was said of a search by the cell that led to it a short while ago; null where no price did. */
export function followedCell(criteria: SearchCriteria): FollowedCell | null {
  const followed = read().find(({ search }) => search === identityOf(criteria))
  return followed && isHeld(followed, Date.now()) ? followed : null
}

const asShown = ({ amount, currency }: Pick<FollowedCell, 'amount' | 'currency'>) => formatPrice(amount, currency)

/** Two currencies can't be compared, and of two prices that read alike none has risen for the reader. */
export const isDearer = (found: Price, followed: FollowedCell) =>
  found.currency === followed.currency &&
  compareDecimals(found.amount, followed.amount) > 0 &&
  asShown(found) !== asShown(followed)

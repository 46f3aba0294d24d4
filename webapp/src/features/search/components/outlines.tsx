import { OfferList } from './offer-list'
import { OfferSkeleton } from './offer-skeleton'

/** Cards that a page without offers has room for. */
export const PLACES = 3

/** The places of cards to come. */
export function Outlines({ count, hasReturn }: { count: number; hasReturn: boolean }) {
  if (count <= 0) return null
  return (
    <OfferList aria-busy="true">
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an outline is its place
        <OfferSkeleton key={place} hasReturn={hasReturn} />
      ))}
    </OfferList>
  )
}

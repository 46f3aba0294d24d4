import { type CardFields, digitsOf } from './card'

/** What a traveller pays with: a card typed here, or what the card provider's own fields made of one. */
export type CardMeans = CardFields | { paymentMethodId: string }

/** In the shape of process-card. */
export function meansBody(means: CardMeans) {
  if ('paymentMethodId' in means) return means
  return { cardDetails: { ...means, number: digitsOf(means.number), holderName: means.holderName.trim() } }
}

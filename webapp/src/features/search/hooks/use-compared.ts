'use client'
import { useState } from 'react'
import useSWR from 'swr'
import { ApiError } from '@/lib/api/error'
import { fetchOffer, replacementOf } from '@/lib/api/offers'
import type { Offer, Price, Replacement } from '@/lib/api/types'

/** One of the flights that are compared. */
export interface Compared {
  id: string
  /** As the airline sells it now, else as the list showed it; null where neither is known. */
  offer: Offer | null
  /** What the list showed, where it is another price than now. */
  before: Price | null
  state: 'asked' | 'sold' | 'gone' | 'failed'
  /** Of an offer that is gone: the same flights on the same fare. */
  replacement: Replacement | null
}

type Answer = Pick<Compared, 'id' | 'offer' | 'state' | 'replacement'>

async function ask(id: string): Promise<Answer> {
  try {
    return { id, offer: await fetchOffer(id), state: 'sold', replacement: null }
  } catch (error) {
    const isGone = error instanceof ApiError && (error.status === 410 || error.status === 404)
    return { id, offer: null, state: isGone ? 'gone' : 'failed', replacement: replacementOf(error) }
  }
}

function comparedOf(id: string, answer: Answer | undefined, listed: Offer | undefined): Compared {
  const offer = answer?.offer ?? listed ?? null
  const isOther = answer?.offer && listed && answer.offer.price.amount !== listed.price.amount
  return {
    id,
    offer,
    before: isOther ? listed.price : null,
    state: answer?.state ?? 'asked',
    replacement: answer?.replacement ?? null,
  }
}

/** Asks each time it opens whether the offers still stand. Until the airlines have answered they are shown as the list had them. */
export function useCompared(ids: readonly string[], listed: readonly Offer[]): Compared[] {
  // What is removed afterwards is no reason to ask for the others again.
  const [asked] = useState(ids)
  const { data } = useSWR(['compare', ...asked], () => Promise.all(asked.map(ask)), { revalidateIfStale: true })
  return ids.map((id) =>
    comparedOf(
      id,
      data?.find((answer) => answer.id === id),
      listed.find((offer) => offer.id === id),
    ),
  )
}

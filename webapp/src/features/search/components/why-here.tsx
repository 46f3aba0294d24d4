'use client'
import { AppLink } from '@/components/ui/app-link'
import type { Offer } from '@/lib/api/types'
import { routes } from '@/lib/routes'
import * as words from '@/messages/search/results'
import type { HourWorth } from '../lib/offers'
import { whyHere } from '../lib/why'

/** Why a card stands where it does in the order "best". */
export function WhyHere({ offer, hour }: { offer: Offer; hour: HourWorth }) {
  return (
    <p>
      {whyHere(offer, hour)}{' '}
      <AppLink href={routes.howWeSort} prefetch={false}>
        {words.howWeSort}
      </AppLink>
    </p>
  )
}

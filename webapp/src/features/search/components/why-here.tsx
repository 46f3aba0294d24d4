'use client'
import { AppLink } from '@/components/ui/app-link'
import type { Offer } from '@/lib/api/types'
import { routes } from '@/lib/routes'
import * as words from '@/messages/search/results'
import type { HourWorth } from '../lib/offers'
import { whyHere } from '../lib/why'

/** Why a card stands where it does in the order "best". */
export function WhyHere({ offer, hour, withBag }: { offer: Offer; hour: HourWorth; withBag: boolean }) {
  return (
    <p>
      {whyHere(offer, hour, withBag)}{' '}
      <AppLink href={routes.howWeSort} prefetch={false}>
        {words.howWeSort}
      </AppLink>
    </p>
  )
}

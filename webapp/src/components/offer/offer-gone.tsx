'use client'
import { EarlierWords, SeeEarlier } from '@/components/trip/earlier-notice'
import { ButtonLink } from '@/components/ui/button'
import { Void } from '@/components/ui/void'
import type { Price } from '@/lib/api/types'
import type { EarlierTrip } from '@/lib/api/use-earlier-trip'
import type { ReplacementOffer } from '@/lib/api/use-replacement'
import { NO_LONGER_AVAILABLE } from '@/lib/countdown'
import { ReplacementWords, TakeReplacement } from './replacement'

interface Props {
  replacement: ReplacementOffer
  /** The same journey, bought before: then that comes first, and buying once more is the lesser way. */
  earlier: EarlierTrip | null
  /** What the gone offer cost when it was chosen, where that is known. */
  before?: Price | null
  backHref: string
  backLabel: string
}

/** In the place of an offer that was sold or ran out: nothing is broken, and the way on comes first. */
export const OfferGone = ({ replacement, earlier, before = null, backHref, backLabel }: Props) => (
  <Void
    drawing="unfinished"
    level={1}
    title={NO_LONGER_AVAILABLE}
    role="alert"
    actions={
      <>
        {earlier && <SeeEarlier trip={earlier} />}
        <TakeReplacement replacement={replacement} variant={earlier ? 'outline' : undefined} />
        <ButtonLink href={backHref} variant="outline">
          {backLabel}
        </ButtonLink>
      </>
    }
  >
    {earlier && (
      <p>
        <EarlierWords trip={earlier} />
      </p>
    )}
    <p>
      <ReplacementWords replacement={replacement} before={before} />
    </p>
  </Void>
)

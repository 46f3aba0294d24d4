'use client'
import type { ComponentProps, ReactNode } from 'react'
import { BusyButton } from '@/components/ui/busy-button'
import { ButtonLink } from '@/components/ui/button'
import { NotLoaded } from '@/components/ui/not-loaded'
import { Void } from '@/components/ui/void'
import { type LateFailure, latePart, useLatePart } from '@/lib/late-part'
import * as buttons from '@/messages/lib/buttons'
import * as failureWords from '@/messages/lib/failures'
import * as words from '@/messages/search/states'
import type * as Matches from './no-matches'
import type * as Offers from './no-offers'

const noOffersPart = latePart(() => import('./no-offers'))
const noMatchesPart = latePart(() => import('./no-matches'))

/** No airline has a flight. */
export function NoFlights(props: ComponentProps<typeof Offers.NoFlights>) {
  const { here, failure } = useLatePart(noOffersPart)
  if (here) return <here.NoFlights {...props} />
  return (
    failure && (
      <WithoutReason title={words.noFlightsTitle} failure={failure}>
        <ButtonLink href={props.newSearchHref}>{words.newSearch}</ButtonLink>
      </WithoutReason>
    )
  )
}

/** The search itself is wrong. */
export function Mistaken(props: ComponentProps<typeof Offers.Mistaken>) {
  const { here, failure } = useLatePart(noOffersPart)
  if (here) return <here.Mistaken {...props} />
  return (
    failure && (
      <WithoutReason title={words.mistakenTitle} failure={failure}>
        <ButtonLink href={props.modifyHref}>{buttons.modifySearch}</ButtonLink>
      </WithoutReason>
    )
  )
}

/** Every flight is filtered away. The head of the list says so too, and the toolbar or the filters can clear them. */
export function NoMatches(props: ComponentProps<typeof Matches.NoMatches>) {
  const { here, failure } = useLatePart(noMatchesPart)
  if (here) return <here.NoMatches {...props} />
  return failure && <NotLoaded {...failure} />
}

interface WithoutReasonProps {
  title: string
  failure: LateFailure
  /** The way on. */
  children: ReactNode
}

/** What has happened and the way on, where the script that knows the reason could not be fetched. */
function WithoutReason({ title, failure, children }: WithoutReasonProps) {
  const { isTrying, retry } = failure
  return (
    <Void
      drawing="unfinished"
      title={title}
      role="alert"
      actions={
        <>
          {children}
          <BusyButton variant="outline" isBusy={isTrying} onClick={retry}>
            {isTrying ? failureWords.trying : failureWords.tryAgain}
          </BusyButton>
        </>
      }
    >
      <p>{failureWords.partNotLoaded}</p>
    </Void>
  )
}

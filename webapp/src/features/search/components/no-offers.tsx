import type { Ref } from 'react'
import { Button, ButtonAnchor, ButtonLink } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { telHref } from '@/components/ui/phone-link'
import { Void } from '@/components/ui/void'
import { routes } from '@/lib/routes'
import * as buttons from '@/messages/lib/buttons'
import * as words from '@/messages/search/states'
import { useBrand } from '@/providers/brand-provider'
import { mistakesIn, reasonOfNotice, TOO_MANY_PASSENGERS } from '../lib/mistakes'

/** The search itself is wrong, as an old or a mistyped address is: to ask again would change nothing. */
export function Mistaken({ error, modifyHref }: { error: Error; modifyHref: string }) {
  return (
    <Void
      drawing="unfinished"
      title={words.mistakenTitle}
      role="alert"
      actions={<ButtonLink href={modifyHref}>{buttons.modifySearch}</ButtonLink>}
    >
      {mistakesIn(error).map((mistake) => (
        <p key={mistake}>{mistake}</p>
      ))}
    </Void>
  )
}

/** Calls the brand, or leads to its contact page where it has no number. */
function ContactButton() {
  const { phone } = useBrand().contact
  if (!phone) {
    return (
      <ButtonLink href={routes.contact} variant="outline">
        {words.contactUs}
      </ButtonLink>
    )
  }
  return (
    <ButtonAnchor href={telHref(phone)} variant="outline" data-brand-text>
      <Icon name="phone" size="sm" />
      {phone}
    </ButtonAnchor>
  )
}

interface NoFlightsProps {
  /** Why no airline was asked: on other dates none would be either. */
  code: string | undefined
  newSearchHref: string
  withDates: boolean
  /** Shows prices of other dates or puts them away. */
  onDates?: () => void
  datesButton: Ref<HTMLButtonElement>
}

export function NoFlights({ code, newSearchHref, withDates, onDates, datesButton }: NoFlightsProps) {
  return (
    <Void
      drawing="unfinished"
      title={words.noFlightsTitle}
      role="status"
      actions={
        <>
          {onDates && !code && (
            <Button ref={datesButton} variant="outline" aria-expanded={withDates} onClick={onDates}>
              <Icon name="calendar" size="sm" />
              {words.otherDates}
            </Button>
          )}
          {code === TOO_MANY_PASSENGERS && <ContactButton />}
          <ButtonLink href={newSearchHref}>{words.newSearch}</ButtonLink>
        </>
      }
    >
      <p>{reasonOfNotice(code) ?? words.noFlights}</p>
    </Void>
  )
}

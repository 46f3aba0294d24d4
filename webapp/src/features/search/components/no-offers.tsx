import type { Ref } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Void } from '@/components/ui/void'
import * as buttons from '@/messages/lib/buttons'
import * as words from '@/messages/search/states'
import { mistakesIn, reasonOfNotice } from '../lib/mistakes'

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
          <ButtonLink href={newSearchHref}>{words.newSearch}</ButtonLink>
        </>
      }
    >
      <p>{reasonOfNotice(code) ?? words.noFlights}</p>
    </Void>
  )
}

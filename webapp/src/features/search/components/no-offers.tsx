import { ButtonLink } from '@/components/ui/button'
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

export function NoFlights({ code, newSearchHref }: { code: string | undefined; newSearchHref: string }) {
  return (
    <Void
      drawing="unfinished"
      title={words.noFlightsTitle}
      role="status"
      actions={<ButtonLink href={newSearchHref}>{words.newSearch}</ButtonLink>}
    >
      <p>{reasonOfNotice(code) ?? words.noFlights}</p>
    </Void>
  )
}

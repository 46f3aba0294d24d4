import { Box, Container, Stack } from '@/components/ui/layout'
import { readCriteria } from '@/lib/criteria'
import { Outlines, PLACES } from './outlines'
import { Recap } from './recap'
import type { ResultsProps } from './results'
import { Head, searching } from './results-head'
import { Toolbar } from './toolbar'

/** Words of the usual length, which nobody sees, keep the place of those to come. */
const unread = readCriteria(new URLSearchParams('origin=AAA&destination=AAA&departureDate=2000-01-01'))
/** A word that is on its way: its place without its letters. */
const unseen = { color: 'transparent', bg: 'surface.sunken', borderRadius: 'sm', '& *': { color: 'transparent' } }
/** Nothing that can't be pressed yet looks ready. */
const dimmed = { opacity: '0.5' }
const notYet = () => undefined

/** A results page that does not know yet which search it shows, and has no link that leads anywhere. */
export function ResultsOutline({ Watch, WatchLink }: Pick<ResultsProps, 'Watch' | 'WatchLink'>) {
  return (
    <Box
      inert
      aria-busy="true"
      css={{ '& h1 > *, & .meta > *': unseen, '& a, & button:not(:disabled), & fieldset': dimmed }}
    >
      <Recap criteria={unread} offers={[]} isSettled={false} isSearching onRefresh={notYet} />
      <Container>
        <Toolbar
          offers={[]}
          matching={[]}
          isComplete={false}
          sort="price-asc"
          hour={null}
          onSort={notYet}
          withBag={false}
          onBag={notYet}
          isSortedWithBag={false}
          isMoreKnown={false}
          part={null}
          withDates={false}
          onDates={notYet}
          watch={Watch && <Watch criteria={unread} />}
          isOpen={false}
          activeGroups={0}
          onToggle={notYet}
          onClear={notYet}
        />
        <Stack gap="3">
          <Head {...searching({ shows: 'none' })} watch={WatchLink && <WatchLink criteria={unread} />} />
          {/* As of most searches. */}
          <Outlines count={PLACES} hasReturn />
        </Stack>
      </Container>
    </Box>
  )
}

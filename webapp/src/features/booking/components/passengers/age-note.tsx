import { useWatch } from 'react-hook-form'
import { AppLink } from '@/components/ui/app-link'
import { Notice } from '@/components/ui/notice'
import { strong } from '@/components/ui/strong'
import { searchForParty } from '@/lib/search-return'
import * as noteWords from '@/messages/booking/passenger-notes'
import * as words from '@/messages/booking/passengers'
import * as travelers from '@/messages/lib/travelers'
import { useTrip } from '../../hooks/booking-contexts'
import { usePassenger } from '../../hooks/passenger-context'
import { usePhoneLink } from '../../hooks/use-phone-link'
import { countsByAge, misfitAge } from '../../lib/ages'
import { listed } from '../../lib/in-words'

/** A fare for another age than the passenger's: perhaps no slip of typing, so it leads to the search that fits. */
export function AgeNote() {
  const { index, member, form, rules } = usePassenger()
  const passengers = useWatch({ control: form.control, name: 'passengers' })
  const passenger = passengers[index]
  if (!passenger || misfitAge(passenger, member, rules) === null) return null
  return (
    <div className="whole">
      <Notice tone="warning">
        <OtherFare
          name={passenger.firstName.trim() || words.passenger({ number: index + 1 })}
          counts={countsByAge(passengers, rules.party, rules)}
        />
      </Notice>
    </div>
  )
}

type Counts = ReturnType<typeof countsByAge>

function OtherFare({ name, counts }: { name: string; counts: Counts }) {
  const { searchHref } = useTrip()
  const call = usePhoneLink()
  const href = searchForParty(searchHref, counts)
  if (!href) return noteWords.otherFareByPhone({ name, strong, ...call })
  const link = (text: string) => (
    <AppLink href={href} prefetch={false}>
      {text}
    </AppLink>
  )
  return noteWords.otherFareBySearch({ name, strong, link, party: inWords(counts) })
}

/** "2 adults, 2 children (7 and 13), and 1 infant (1)": the counts alone may be those that were searched for. */
function inWords({ adults, children, infants, ages }: Counts) {
  const parts = [
    [adults, travelers.adults, []],
    [children, travelers.children, ages.slice(0, children)],
    [infants, travelers.infants, ages.slice(children)],
  ] as const
  return listed(parts.filter(([count]) => count > 0).map(([count, counted, own]) => withAges(counted({ count }), own)))
}

/** Ages that are not known are left out. */
const withAges = (people: string, ages: readonly number[]) =>
  ages.length === 0 ? people : noteWords.atAges({ people, ages: listed(ages.map((age) => noteWords.age({ age }))) })

import { useWatch } from 'react-hook-form'
import { AppLink } from '@/components/ui/app-link'
import { Notice } from '@/components/ui/notice'
import { PhoneLink } from '@/components/ui/phone-link'
import { searchForParty } from '@/lib/search-return'
import { useBrand } from '@/providers/brand-provider'
import { useTrip } from '../../hooks/booking-contexts'
import { usePassenger } from '../../hooks/passenger-context'
import { countsByAge, misfitAge } from '../../lib/ages'

/** A fare for another age than the passenger's: perhaps no slip of typing, so it leads to the search that fits. */
export function AgeNote() {
  const { index, member, form, rules } = usePassenger()
  const passengers = useWatch({ control: form.control, name: 'passengers' })
  const passenger = passengers[index]
  if (!passenger || misfitAge(passenger, member, rules) === null) return null
  return (
    <div className="whole">
      <Notice tone="warning">
        <strong>{passenger.firstName.trim() || `Passenger ${index + 1}`} needs a different fare.</strong> If the date of
        birth is right, <OtherSearch counts={countsByAge(passengers, rules.party, rules)} />
      </Notice>
    </div>
  )
}

type Counts = ReturnType<typeof countsByAge>

function OtherSearch({ counts }: { counts: Counts }) {
  const { searchHref } = useTrip()
  const { contact } = useBrand()
  const href = searchForParty(searchHref, counts)
  if (!href) {
    return (
      <>
        call <PhoneLink phone={contact.phone} />.
      </>
    )
  }
  return (
    <>
      <AppLink href={href} prefetch={false}>
        change passengers and search for {inWords(counts)}
      </AppLink>
      . We keep what you've typed, except passport details.
    </>
  )
}

const list = new Intl.ListFormat('en-US')

/** "2 adults and 1 infant" */
function inWords({ adults, children, infants }: Counts) {
  const parts = [
    [adults, 'adult', 'adults'],
    [children, 'child', 'children'],
    [infants, 'infant', 'infants'],
  ] as const
  return list.format(
    parts.filter(([count]) => count > 0).map(([count, one, many]) => `${count} ${count === 1 ? one : many}`),
  )
}

import { type UseFormReturn, useWatch } from 'react-hook-form'
import { AppLink } from '@/components/ui/app-link'
import { Notice } from '@/components/ui/notice'
import { PhoneLink } from '@/components/ui/phone-link'
import { formatDayOfYear } from '@/lib/dates'
import { searchForParty } from '@/lib/search-return'
import { useBrand } from '@/providers/brand-provider'
import { countsByAge, holderWords, misfitAge } from '../lib/ages'
import type { PassengerForm, PassengerRules } from '../lib/passenger-form'

interface Props {
  index: number
  form: UseFormReturn<PassengerForm>
  rules: PassengerRules
  searchHref: string
}

/** A ticket for another age than somebody has is no mistake of typing, perhaps: the way on is another search. */
export function AgeNote({ index, form, rules, searchHref }: Props) {
  const passengers = useWatch({ control: form.control, name: 'passengers' })
  const [passenger, member] = [passengers[index], rules.party[index]]
  const isToldOf = form.formState.errors.passengers?.[index]?.dateOfBirth !== undefined
  const age = passenger && member ? misfitAge(passenger, member, rules) : null
  if (!isToldOf || !passenger || !member || age === null) return null
  return (
    <div className="whole">
      <Notice tone="warning">
        <strong>
          {passenger.firstName.trim() || `Passenger ${index + 1}`} is {age || 'under 1'} on{' '}
          {formatDayOfYear(rules.travelDate)}.
        </strong>{' '}
        This ticket is for {holderWords(member)}. If the date of birth is right,{' '}
        <OtherSearch counts={countsByAge(passengers, rules.party, rules)} searchHref={searchHref} />
      </Notice>
    </div>
  )
}

type Counts = ReturnType<typeof countsByAge>

function OtherSearch({ counts, searchHref }: { counts: Counts; searchHref: string }) {
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
        search again for {inWords(counts)}
      </AppLink>
      . What you typed is kept, except passport details.
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

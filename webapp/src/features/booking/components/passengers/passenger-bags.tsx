'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import dynamic from 'next/dynamic'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Icon } from '@/components/ui/icon'
import { Hidden } from '@/components/ui/layout'
import { bagsInWords } from '@/lib/flight-words'
import { includedBags } from '@/lib/flights'
import { formatTotal } from '@/lib/money'
import { orNothing } from '@/lib/or-nothing'
import * as words from '@/messages/booking/bags'
import * as passengerWords from '@/messages/booking/passengers'
import { useBags, useTrip } from '../../hooks/booking-contexts'
import { usePassenger } from '../../hooks/passenger-context'
import { useBagNews } from '../../hooks/use-bag-news'
import { passengerHeadingId } from '../../hooks/use-folded-passengers'
import { bagKey, bagsTotal, isSameBag, type SoldBag } from '../../lib/bag-choices'
import { addedInWords, nameInside, refusedWords } from '../../lib/bag-words'
import type { PassengerFields } from '../../lib/passenger-form'
import { needsSeat } from '../../lib/passengers'
import type { RefusedBag } from '../../lib/refused-bags'
import { BagLine } from './bag-line'
import { BagProblem } from './bag-problem'

/** Comes with the first chosen bag. Where it can't be fetched nothing is said: it is no part of the booking. */
const FareWithBags = dynamic(() => orNothing(import('./fare-with-bags').then((module) => module.FareWithBags)), {
  ssr: false,
})

const Root = chakra('div', {
  base: {
    px: { base: '4', md: '6' },
    py: '3',
    // A card that is folded to its head has a line already.
    '&:not([data-folded])': { borderTop: '1px solid {colors.line}' },
    '& h3 button': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '4',
      w: 'full',
      minH: '11',
      textAlign: 'start',
      color: 'ink',
      cursor: 'pointer',
      '& svg': { flex: 'none', color: 'link', transition: 'rotate 200ms' },
      '&[aria-expanded=true] svg': { rotate: '180deg' },
    },
    '& small, & > p': { display: 'block', textStyle: 'sm', fontWeight: 'normal', color: 'fg.muted' },
    '& fieldset': { minW: '0', '& p': { textStyle: 'sm', color: 'fg.muted' } },
    '& legend': { srOnly: true },
    '& li + li': { borderTop: '1px solid {colors.line}' },
  },
})

/** At the foot of a traveler's card: the bags that the fare includes, and those that they may add. */
export function PassengerBags() {
  const { index, member, isFolded } = usePassenger()
  const { offer, bags } = useTrip()
  const { sold, refused } = useBags()
  const [announced, announce] = useState('')
  const own = sold.filter(({ traveler }) => traveler === index)
  const hasAdded = bags.some(({ traveler }) => traveler === index)
  const included = needsSeat(member) ? bagsInWords(includedBags(offer.slices), hasAdded) : words.onLap
  const none = sold.length > 0 ? words.noneForPassenger : words.noneSold
  const problems = refused.filter(({ bag }) => bag.traveler === index)
  return (
    <Root data-folded={isFolded ? '' : undefined}>
      {own.length > 0 || problems.length > 0 ? (
        <Foldable own={own} included={included} none={none} problems={problems} />
      ) : (
        <>
          <h3>{words.title}</h3>
          <p>{included}</p>
          <p>{none}</p>
        </>
      )}
      {/* Once, for all: below the last bags that were chosen. */}
      {bags.at(-1)?.traveler === index && <FareWithBags onAnnounce={announce} />}
      <Hidden role="status">{announced}</Hidden>
    </Root>
  )
}

interface Props {
  /** What this traveler may buy. */
  own: readonly SoldBag[]
  included: string
  /** What is said where that is nothing. */
  none: string
  problems: readonly RefusedBag[]
}

/** Open where a bag of the traveler's was refused; else it closes when their card folds. */
function useOpenPanel(hasProblems: boolean) {
  const { isFolded } = usePassenger()
  const [isOpen, setOpen] = useState(hasProblems)
  const [wasFolded, setWasFolded] = useState(isFolded)
  if (wasFolded !== isFolded) {
    setWasFolded(isFolded)
    if (isFolded) setOpen(hasProblems)
  }
  return { isOpen, setOpen }
}

/** A line that opens: a bag is never pushed on anybody. */
function Foldable({ own, included, none, problems }: Props) {
  const { index, form } = usePassenger()
  const { offer } = useTrip()
  const { isOpen, setOpen } = useOpenPanel(problems.length > 0)
  const panelId = useId()
  const passenger = useWatch({ control: form.control, name: `passengers.${index}` })
  const name = nameInside(passenger, index)
  const news = useBagNews(name)
  const line = useShortLine(included)
  const gone = problems.filter(({ bag }) => !own.some((one) => isSameBag(one, bag)))
  return (
    <>
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={panelId}
          aria-describedby={passengerHeadingId(index)}
          onClick={() => setOpen(!isOpen)}
        >
          <span>
            {words.title} <small>{line}</small>
          </span>
          <Icon name="chevron-down" />
        </button>
      </h3>
      <fieldset id={panelId} hidden={!isOpen}>
        <legend>{fullName(passenger) || passengerWords.passenger({ number: index + 1 })}</legend>
        {gone.map(({ bag, message, isFirst }) => (
          <BagProblem key={bagKey(bag)} isFirst={isFirst}>
            {refusedWords(offer.slices, bag, message)}
          </BagProblem>
        ))}
        {own.length === 0 ? (
          <p>{none}</p>
        ) : (
          <ul>
            {own.map((bag) => (
              <BagLine key={bag.serviceId} bag={bag} name={name} onPress={news.note} />
            ))}
          </ul>
        )}
      </fieldset>
      <Hidden role="status">{news.spoken}</Hidden>
    </>
  )
}

const fullName = ({ firstName, lastName }: PassengerFields) => `${firstName} ${lastName}`.trim()

/** "1 checked bag included · add more", and what has been added. */
function useShortLine(included: string) {
  const { index, member } = usePassenger()
  const { offer, bags } = useTrip()
  const own = bags.filter(({ traveler }) => traveler === index)
  if (own.length === 0) {
    const hasChecked = needsSeat(member) && includedBags(offer.slices).checked
    return hasChecked ? words.addMore({ included }) : words.addFirst({ included })
  }
  const amount = formatTotal(bagsTotal(own), offer.price.currency)
  return words.added({ included, bags: addedInWords(offer.slices, own), amount })
}

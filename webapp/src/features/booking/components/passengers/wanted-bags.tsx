'use client'
import { useEffect, useEffectEvent, useState } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { Button } from '@/components/ui/button'
import { Hidden } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { formatTotal } from '@/lib/money'
import { routes, withQuery } from '@/lib/routes'
import * as words from '@/messages/booking/wanted-bags'
import { useBags, useOfferStatus, usePassengersStep, useTrip } from '../../hooks/booking-contexts'
import { useKnownFareWithBags } from '../../hooks/use-fare-with-bags'
import { bagsTotal, type ChosenBag, quantityOf } from '../../lib/bag-choices'
import { bagsForAll } from '../../lib/bags-for-all'
import { inclusionInWords } from '../../lib/fare-words'
import { needsSeat } from '../../lib/passengers'
import { FareLink } from './fare-with-bags'

/** A bag for each traveler with a seat; none where others were chosen, or something is wrong with one. */
function useWantedBags() {
  const { offer, party, bags } = useTrip()
  const { sold, refused } = useBags()
  if (refused.length > 0) return null
  const wanted = bagsForAll(offer, party, sold)
  const isAdded = wanted.every((bag) => quantityOf(bags, bag) > 0)
  const isOpen = isAdded || bags.every(({ kind }) => kind !== 'checked')
  return wanted.length > 0 && isOpen ? { wanted, isAdded } : null
}

/** Who looked for prices with a bag adds one for each traveler by one press, and removes them by another. */
export function WantedBags() {
  const found = useWantedBags()
  return found && <Choice {...found} />
}

function Choice({ wanted, isAdded }: { wanted: readonly ChosenBag[]; isAdded: boolean }) {
  const { offer, party, bags } = useTrip()
  const { save } = useBags()
  const isWanted = (bag: ChosenBag) => quantityOf(wanted, bag) > 0
  const others = bags.filter((bag) => !isWanted(bag))
  const [first] = wanted
  const travelers = party.filter(needsSeat).length
  const speech = useSpoken(isAdded, travelers)
  const sum = bagsTotal(isAdded ? bags.filter(isWanted) : wanted)
  const told = { travelers, price: formatTotal(sum, offer.price.currency) }
  const press = () => {
    if (first) save(isAdded ? others : [...others, ...wanted].toSorted((a, b) => a.traveler - b.traveler), first)
    speech.note()
  }
  return (
    <Notice icon="bag-checked">
      <p>{isAdded ? words.addedForAll(told) : words.lookedFor({ travelers })}</p>
      {!isAdded && <OtherFares bags={[...others, ...wanted]} travelers={travelers} />}
      <Button variant="outline" mt="2" py="2" h="auto" whiteSpace="normal" onClick={press}>
        {isAdded ? words.removeForAll({ travelers }) : words.addForAll(told)}
      </Button>
      <Hidden role="status">{speech.spoken}</Hidden>
    </Notice>
  )
}

/** The way to the fares that may include these bags; to one of them, where it is known to do so for less. */
function OtherFares({ bags, travelers }: { bags: readonly ChosenBag[]; travelers: number }) {
  const { offer, party } = useTrip()
  const { carried } = usePassengersStep()
  const { isGone, isRefused } = useOfferStatus()
  const known = useKnownFareWithBags(bags)
  if (!known || isGone || isRefused) {
    return <AppLink href={withQuery(routes.flight(offer.id), carried)}>{words.otherFares({ travelers })}</AppLink>
  }
  return (
    <p>
      {inclusionInWords(known.fare, bags, { offer, party })} <FareLink fare={known.fare} />
    </p>
  )
}

/** For people who listen: what a press has done, and the new total. */
function useSpoken(isAdded: boolean, travelers: number) {
  const { offer, total } = useTrip()
  const [presses, setPresses] = useState(0)
  const [spoken, setSpoken] = useState('')
  const speak = useEffectEvent(() => {
    const told = { travelers, total: formatTotal(total, offer.price.currency) }
    setSpoken(isAdded ? words.spokenForAll(told) : words.spokenNoneForAll(told))
  })
  useEffect(() => {
    if (presses > 0) speak()
  }, [presses])
  return { spoken, note: () => setPresses((count) => count + 1) }
}

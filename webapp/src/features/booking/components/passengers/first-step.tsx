'use client'
import { latePart } from '@/lib/late-part'
import { usePassengersStep } from '../../hooks/booking-contexts'
import { useFirstPart } from '../../hooks/use-first-part'
import { Loading } from '../states'
import { PassengerStep } from './passenger-step'

const lookedFor = latePart(() => import('./wanted-bags'))

/** The passengers; above them the bags that their search was for, where it was for prices with a bag. */
export function FirstStep() {
  const { carried } = usePassengersStep()
  return carried.from_bag === '1' ? <WithBags /> : <PassengerStep />
}

function WithBags() {
  const { part: bags, isAwaited } = useFirstPart(lookedFor)
  return isAwaited ? <Loading /> : <PassengerStep>{bags && <bags.WantedBags />}</PassengerStep>
}

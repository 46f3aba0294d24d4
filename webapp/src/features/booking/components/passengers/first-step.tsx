'use client'
import { latePart, useLatePart } from '@/lib/late-part'
import { usePassengersStep } from '../../hooks/booking-contexts'
import { Loading } from '../states'
import { PassengerStep } from './passenger-step'

const lookedFor = latePart(() => import('./wanted-bags'))

/** The passengers; above them the bags that their search was for, where it was for prices with a bag. */
export function FirstStep() {
  const { carried } = usePassengersStep()
  return carried.from_bag === '1' ? <WithBags /> : <PassengerStep />
}

/** The form waits for the bags: it would move while it is typed into. Where they can't be fetched it goes without. */
function WithBags() {
  const { here, failure } = useLatePart(lookedFor)
  if (!here && !failure) return <Loading />
  return <PassengerStep>{here && <here.WantedBags />}</PassengerStep>
}

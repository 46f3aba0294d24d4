import type { SeatMap } from '@/lib/api/types'
import { addDecimals } from '@/lib/decimal'
import { seatElements, seatOffer } from '@/lib/sold-seats'
import { needsSeat, type PartyMember } from './passengers'

/** One seat on one flight for one passenger. */
export interface ChosenSeat {
  segmentId: string
  passengerId: string
  designator: string
}

/** As it is sold now. */
export interface SeatChoice extends ChosenSeat {
  /** The provider's service id. */
  seatId: string
  cabinClass: string
  price: { amount: string; currency: string }
}

export const choiceOf = (choices: readonly SeatChoice[], segmentId: string, passengerId: string) =>
  choices.find((choice) => choice.segmentId === segmentId && choice.passengerId === passengerId)

export const holderOf = (choices: readonly SeatChoice[], segmentId: string, designator: string) =>
  choices.find((choice) => choice.segmentId === segmentId && choice.designator === designator)

/** Takes the seat for the passenger, in place of another on the same flight. Their own seat again gives it back. */
export function choose(choices: readonly SeatChoice[], next: SeatChoice): SeatChoice[] {
  const before = choiceOf(choices, next.segmentId, next.passengerId)
  const others = choices.filter((choice) => choice !== before)
  return before?.designator === next.designator ? others : [...others, next]
}

/** A seat chosen before as it is sold now, on the maps of the offer; null where its passenger can't have it any more. */
export function choiceAgain(
  { segmentId, passengerId, designator }: ChosenSeat,
  maps: readonly SeatMap[],
  currency: string,
): SeatChoice | null {
  const map = maps.find(({ segment_id: id }) => id === segmentId)
  const found = map && seatElements(map).find(({ element }) => element.designator === designator)
  const sold = found && seatOffer(found.element, passengerId)
  if (!sold || sold.currency !== currency) return null
  const price = { amount: sold.amount, currency }
  return { segmentId, passengerId, designator, seatId: sold.id, cabinClass: found.cabinClass, price }
}

/** Who chooses next on a flight: the first after `current` without a seat there, else `current`. */
export function nextChooser(
  party: readonly PartyMember[],
  choices: readonly SeatChoice[],
  segmentId: string,
  current: string,
) {
  const seated = party.filter(needsSeat)
  const at = seated.findIndex(({ id }) => id === current)
  const inOrder = [...seated.slice(at + 1), ...seated.slice(0, at + 1)]
  return inOrder.find(({ id }) => !choiceOf(choices, segmentId, id))?.id ?? current
}

/** Who has no seat on any flight: everybody but lap infants needs one at least. */
export const unseated = (party: readonly PartyMember[], choices: readonly SeatChoice[]) =>
  party.filter((member) => needsSeat(member) && !choices.some(({ passengerId }) => passengerId === member.id))

export const seatsTotal = (choices: readonly SeatChoice[]) => addDecimals(choices.map(({ price }) => price.amount))

/** Fare and seats, exactly: the sum that the server compares with its own. */
export const totalOf = (fare: string, choices: readonly SeatChoice[]) =>
  addDecimals([fare, ...choices.map(({ price }) => price.amount)])

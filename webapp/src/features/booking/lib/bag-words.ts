import type { Offer } from '@/lib/api/types'
import { bagInside, coverageWords, isDirection, piecesInWords } from '@/lib/bags'
import { formatTotal } from '@/lib/money'
import * as words from '@/messages/booking/bags'
import type { BagChange, ChosenBag, KeptBag, SoldBag } from './bag-choices'
import type { PassengerFields } from './passenger-form'

type Flights = Offer['slices']
type Named = Pick<PassengerFields, 'firstName'>

/** Within a sentence: "Ada", and "passenger 2" as long as no name is typed. */
export const nameInside = (passenger: Named | undefined, traveler: number) =>
  passenger?.firstName.trim() || words.ofPassenger({ number: traveler + 1 })

/** "Outbound flight · $75 each" */
export const offeredWords = (slices: Flights, { coverage, each }: SoldBag) =>
  words.eachOn({ coverage: coverageWords(slices, coverage), price: formatTotal(each.amount, each.currency) })

/** As many of one kind there as back. */
const isEachWay = ([one, other, ...more]: readonly ChosenBag[]) =>
  one?.kind === other?.kind &&
  one?.quantity === other?.quantity &&
  more.length === 0 &&
  [one, other].every((bag) => bag && isDirection(bag.coverage))

/** What one traveler has added: "1 checked bag each way", "2 checked bags, outbound flight; 1 cabin bag, whole trip" */
export function addedInWords(slices: Flights, bags: readonly ChosenBag[]) {
  const briefly = bags.map((bag) => ({ ...bag, weightKg: null }))
  const [first] = briefly
  if (first && isEachWay(bags)) return words.eachWay({ bags: piecesInWords(slices, { ...first, coverage: null }) })
  return briefly.map((bag) => piecesInWords(slices, bag)).join(words.separator)
}

/** What is read out once presses rest: "2 checked bags, 23 kg, outbound flight, for Ada. Total $713." */
export function newsOf(slices: Flights, bag: ChosenBag, name: string, total: string) {
  if (bag.quantity === 0) return words.newsNone({ bag: bagInside(slices, bag), name, total })
  return words.news({ bags: piecesInWords(slices, bag), name, total })
}

/** "1 checked bag, 23 kg, outbound flight, for Ada" */
export const bagsFor = (slices: Flights, bag: Omit<KeptBag, 'price'>, passengers: readonly Named[]) =>
  words.bagsFor({ bags: piecesInWords(slices, bag), name: nameInside(passengers[bag.traveler], bag.traveler) })

/** "1 checked bag, 23 kg, outbound flight, for Ada: now $80 instead of $75." */
export function changeWords(slices: Flights, change: BagChange, passengers: readonly Named[]) {
  const { bag } = change
  const of = { bags: piecesInWords(slices, bag), name: nameInside(passengers[bag.traveler], bag.traveler) }
  if (change.how === 'lost') return words.lost(of)
  const price = formatTotal(change.price.amount, change.price.currency)
  if (change.how === 'fewer') return words.fewer({ ...of, remaining: change.remaining, price })
  return words.repriced({ ...of, price, before: formatTotal(change.before.amount, change.before.currency) })
}

/** Which bag was refused, and why. */
export const refusedWords = (slices: Flights, bag: KeptBag, problem: string) =>
  words.refused({ bags: piecesInWords(slices, bag), problem })

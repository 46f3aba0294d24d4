import type { FieldWords } from '@/lib/api/field-problems'
import * as words from '@/messages/booking/field-problems'
import * as rules from '@/messages/booking/passenger-rules'
import * as labels from '@/messages/components/fields'

/** What the API calls a field of a passenger or a seat, or a bag: "passengers[0].firstName" is "firstName", "bags[0]" "bags". */
export const ownName = (field: string) => field.replace(/^.*\./, '').replace(/\[\d+\]$/, '')

const namedProblems = (name: string, field: string): FieldWords => ({
  [`${name}.unseen`]: rules.nameUnseen({ field }),
  [`${name}.letterless`]: rules.nameLetterless({ field }),
  [`${name}.alphabet`]: rules.nameAlphabet({ field }),
  [`${name}.characters`]: rules.nameSign({ field }),
})

/** What is wrong with a field of a booking that the server refuses. */
export const bookingFieldWords: FieldWords = {
  'passengers.required': rules.passengerRequired,
  'passengers.too_many': words.tooManySeats,
  'passengers.too_few_laps': words.tooFewLaps,
  'passengers.other_party': words.otherParty,
  'type.other_party': words.otherParty,
  ...namedProblems('firstName', labels.firstName),
  'firstName.required': labels.firstNameMissing,
  'firstName.same_names': rules.namesakes,
  ...namedProblems('lastName', labels.lastName),
  'lastName.required': labels.lastNameMissing,
  'dateOfBirth.required': rules.dateOfBirthRequired,
  'dateOfBirth.future': rules.birthNotPast,
  'dateOfBirth.unlikely': rules.birthUnlikely,
  'dateOfBirth.age': words.age,
  'gender.required': rules.sexRequired,
  'email.required': rules.emailRequired,
  'email.invalid': labels.emailInvalid,
  'phone.required': rules.phoneRequired,
  'phone.invalid': rules.phoneWrong,
  'passportNumber.too_short': rules.passportNumberShort,
  'passportNumber.too_long': rules.passportNumberLong,
  'passportNumber.characters': rules.passportNumberSigns,
  'passportExpiryDate.required': rules.passportExpiryRequired,
  'passportExpiryDate.past': rules.passportExpired,
  'passportExpiryDate.too_early': rules.passportExpiresEarly,
  'passportIssuingCountry.length': rules.countryLength,
  'passportIssuingCountry.characters': rules.countrySigns,
  'passportIssuingCountry.unknown': words.countryUnknown,
  'seatId.taken': words.seatTaken,
  'seatId.taken_twice': words.seatTwice,
  'seatId.second_seat': words.secondSeat,
  'seatId.not_sold': words.seatNotSold,
  'seatId.exit_row': words.exitRow,
  'bags.taken': words.bagNotSold,
  'bags.not_sold': words.bagNotSold,
  'bags.too_many': words.bagTooMany,
  'bags.second_bag': words.bagSecond,
}

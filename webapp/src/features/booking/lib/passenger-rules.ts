import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as z from 'zod/mini'
import { formatDayOfYear, isDate } from '@/lib/dates'
import * as words from '@/messages/booking/passenger-rules'
import * as fieldWords from '@/messages/components/fields'
import { ageOn, fareOf, isOfAge, OLDEST } from './ages'
import { nameProblem } from './name-problem'
import { printedName } from './names'
import { genders, type PassengerFields, type PassengerRules, titles } from './passenger-form'
import type { PartyMember } from './passengers'
import { normalisedNumber } from './passport'
import { countryProblem, expiryProblem, numberProblem } from './passport-rules'
import { type PhoneFault, phoneFault, withCountryCode } from './phone'

const required = (message: string) => z.string().check(z.trim(), z.minLength(1, message))
const isEmail = (text: string) => z.email().safeParse(text).success

const passengerSchema = ({ homeCountry }: PassengerRules) =>
  z.object({
    title: z.enum(['', ...titles]),
    firstName: required(fieldWords.firstNameMissing),
    lastName: required(fieldWords.lastNameMissing),
    gender: z.enum(['', ...genders]),
    dateOfBirth: required(words.dateOfBirthRequired),
    email: z.string().check(z.trim()),
    phone: z.pipe(
      z.string().check(z.trim()),
      z.transform((text) => withCountryCode(text, homeCountry)),
    ),
    passportNumber: z.pipe(z.string(), z.transform(normalisedNumber)),
    passportExpiryDate: z.string(),
    passportIssuingCountry: z.string(),
  })

/** Each passenger's own fields, then what depends on who they are and where they fly. */
export const passengerFormSchema = (rules: PassengerRules) =>
  z
    .object({ passengers: z.array(passengerSchema(rules)).check(z.minLength(1, words.passengerRequired)) })
    .check((context) => {
      context.value.passengers.forEach((passenger, index) => {
        for (const [field, message] of passengerProblems(passenger, index, rules)) {
          context.issues.push({ code: 'custom', path: ['passengers', index, field], message, input: passenger[field] })
        }
      })
      for (const index of namesakes(context.value.passengers)) {
        const path = ['passengers', index, 'firstName']
        context.issues.push({ code: 'custom', path, message: words.namesakes, input: '' })
      }
      for (const index of repeated(passportKeys(context.value.passengers, rules))) {
        const path = ['passengers', index, 'passportNumber']
        context.issues.push({ code: 'custom', path, message: words.samePassport, input: '' })
      }
    })

/** Passengers whose ticket would have the name of one before them: airlines take no two on one booking. */
const namesakes = (passengers: readonly PassengerFields[]) =>
  repeated(passengers.map((one) => `${ticketName(one.firstName)} ${ticketName(one.lastName)}`.toLowerCase().trim()))

/** Country and number of each passport, since each country numbers its own. Empty where one is missing or left out. */
const passportKeys = (passengers: readonly PassengerFields[], { isPassportRequired, skipped }: PassengerRules) =>
  passengers.map(({ passportNumber: number, passportIssuingCountry: country }, index) => {
    const isLeftOut = !isPassportRequired && skipped[index]
    return number && country && !isLeftOut ? `${country} ${number}` : ''
  })

/** The places of texts that repeat an earlier one. Empty texts don't count. */
const repeated = (texts: readonly string[]) =>
  texts.flatMap((text, index) => (text !== '' && texts.indexOf(text) < index ? [index] : []))

const ticketName = (text: string) => printedName(text).name ?? text

type Problem = [field: keyof PassengerFields, message: string]
const isProblem = (found: [keyof PassengerFields, string | null]): found is Problem => Boolean(found[1])

function passengerProblems(passenger: PassengerFields, index: number, rules: PassengerRules): Problem[] {
  return [
    ...nameProblems(passenger),
    ...ageProblems(passenger, rules.party[index] ?? { id: '', type: 'adult' }, rules),
    ...sexProblems(passenger),
    ...contactProblems(passenger, index === 0),
    ...passportProblems(passenger, index, rules),
  ]
}

/** As react-hook-form asks them. */
export const passengerRules = (rules: PassengerRules) => standardSchemaResolver(passengerFormSchema(rules))

/** "a child aged 2 to 11"; "a child aged 14" where the fare is for one age, even if it is an adult's ticket. */
export const holderWords = (member: PartyMember) => words.fareHolder(fareOf(member))

function ageProblems({ dateOfBirth }: PassengerFields, member: PartyMember, rules: PassengerRules): Problem[] {
  if (!dateOfBirth) return []
  if (!isDate(dateOfBirth)) return [['dateOfBirth', words.birthUnlikely]]
  if (dateOfBirth > rules.today) return [['dateOfBirth', words.birthNotPast]]
  const age = ageOn(dateOfBirth, rules.travelDate)
  if (age > OLDEST) return [['dateOfBirth', words.birthUnlikely]]
  if (isOfAge(age, member)) return []
  const day = formatDayOfYear(rules.travelDate)
  return [['dateOfBirth', words.otherAge({ age, day, holder: holderWords(member) })]]
}

function nameProblems({ firstName, lastName }: PassengerFields): Problem[] {
  const problems: [keyof PassengerFields, string | null][] = [
    ['firstName', firstName && nameProblem(firstName, fieldWords.firstName)],
    ['lastName', lastName && nameProblem(lastName, fieldWords.lastName)],
  ]
  return problems.filter(isProblem)
}

/** The airline's title follows from it where none is chosen. */
const sexProblems = ({ gender }: PassengerFields): Problem[] => (gender ? [] : [['gender', words.sexRequired]])

function contactProblems({ email, phone }: PassengerFields, isPrimary: boolean): Problem[] {
  const problems: Problem[] = []
  if (isPrimary && !isEmail(email)) problems.push(['email', words.emailRequired])
  if (!isPrimary && email && !isEmail(email)) problems.push(['email', fieldWords.emailInvalid])
  if (isPrimary && !phone) problems.push(['phone', words.phoneRequired])
  const fault = phone ? phoneFault(phone) : null
  if (fault) problems.push(['phone', phoneFaults[fault]])
  return problems
}

const phoneFaults: Record<PhoneFault, string> = {
  countryless: words.phoneWrong,
  short: words.phoneShort,
  long: words.phoneLong,
  sign: words.phoneSigns,
}

function passportProblems(passenger: PassengerFields, index: number, rules: PassengerRules): Problem[] {
  const { passportNumber: number, passportExpiryDate: expiry, passportIssuingCountry: country } = passenger
  const isLeftOut = !rules.isPassportRequired && (rules.skipped[index] || !(number || expiry || country))
  if (isLeftOut) return []
  const problems: [keyof PassengerFields, string | null][] = [
    ['passportNumber', numberProblem(normalisedNumber(number))],
    ['passportExpiryDate', expiryProblem(expiry, rules.today, rules.travelDate)],
    ['passportIssuingCountry', countryProblem(country)],
  ]
  return problems.filter(isProblem)
}

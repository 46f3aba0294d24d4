import type { PartyMember } from './passengers'

export const titles = ['mr', 'ms', 'mrs', 'miss', 'dr'] as const
/** As passports have it; the airline requires one of them. */
export const genders = ['female', 'male'] as const

const gendersOfTitles: Partial<Record<string, (typeof genders)[number]>> = {
  mr: 'male',
  ms: 'female',
  mrs: 'female',
  miss: 'female',
}

/** What a title says; nothing for a doctor. */
export const genderOf = (title: string) => gendersOfTitles[title]

/** A passenger as typed; "" is an empty field. */
export interface PassengerFields {
  title: '' | (typeof titles)[number]
  firstName: string
  lastName: string
  gender: '' | (typeof genders)[number]
  dateOfBirth: string
  email: string
  phone: string
  passportNumber: string
  passportExpiryDate: string
  passportIssuingCountry: string
}

export const passportFields = ['passportNumber', 'passportExpiryDate', 'passportIssuingCountry'] as const

export interface PassengerForm {
  passengers: PassengerFields[]
}

export const emptyPassenger: PassengerFields = {
  title: '',
  firstName: '',
  lastName: '',
  gender: '',
  dateOfBirth: '',
  email: '',
  phone: '',
  passportNumber: '',
  passportExpiryDate: '',
  passportIssuingCountry: '',
}

/** What the form has to hold against. */
export interface PassengerRules {
  party: readonly PartyMember[]
  isPassportRequired: boolean
  /** Passports that the traveller chose to leave out, by place in the party. */
  skipped: readonly boolean[]
  /** The day on which ages count: the last slice's. */
  travelDate: string
  /** Where the journey begins: a phone number without country code may be one of there. */
  homeCountry: string
  today: string
}

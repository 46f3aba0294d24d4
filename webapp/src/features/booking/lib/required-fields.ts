import { type PassengerFields, passportFields } from './passenger-form'

type Field = keyof PassengerFields

const personal = ['firstName', 'lastName', 'dateOfBirth', 'gender'] as const
const contact = ['email', 'phone'] as const

/** What is asked of a passenger besides the passport, in the order of the form. */
const detailsAskedOf = (index: number): readonly Field[] => [...personal, ...(index === 0 ? contact : [])]

const isEmpty = (passenger: PassengerFields) => (field: Field) => passenger[field] === ''

/** Whether everything is there but the passport. */
export const hasDetails = (passenger: PassengerFields, index: number) => !detailsAskedOf(index).some(isEmpty(passenger))

/** The first empty field of a form that asks for passports; null where none is empty. */
export function firstMissing(passengers: readonly PassengerFields[]): { index: number; field: Field } | null {
  const found = passengers.flatMap((passenger, index) =>
    [...detailsAskedOf(index), ...passportFields].filter(isEmpty(passenger)).map((field) => ({ index, field })),
  )
  return found[0] ?? null
}

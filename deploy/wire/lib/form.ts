import type * as duffel from '@duffel/api/types'
import type {} from '@duffel/api'
import type Stripe from 'stripe'

// Stripe's lists of words end in "or any other text", so that a new word breaks no client. Here a new word is a fault.
type Words<T> = T extends string ? (string extends T ? never : T) : never
type Closed<T> = [Words<T>] extends [never] ? T : T extends string ? Words<T> : T

// What is answered: every member as the library types it, in words that it knows.
type Answer<T> = AnswerOf<Closed<T>>
type AnswerOf<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends (infer Item)[]
    ? Answer<Item>[]
    : { [Name in keyof T]: Answer<T[Name]> }

// What is sent as a form has texts alone: a number is written in digits, a switch as a word. A text stays a text.
type Form<T> = FormOf<Closed<T>>
type FormOf<T> = T extends string | null | undefined
  ? T
  : T extends number
    ? number | `${number}`
    : T extends boolean
      ? boolean | `${T}`
      : T extends (infer Item)[]
        ? Form<Item>[]
        : { [Name in keyof T]: Form<T[Name]> }

// A place as it is suggested has every member, null or not; one within an offer has only its own.
type Suggestion = duffel.Places

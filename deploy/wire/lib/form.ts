import type * as duffel from '@duffel/api/types'
import type {} from '@duffel/api'
import type Stripe from 'stripe'

// A form has texts alone: a number is written in digits, a switch as a word. A text stays a text.
type Form<T> = T extends string
  ? T
  : T extends number
    ? number | `${number}`
    : T extends boolean
      ? boolean | `${T}`
      : T extends null | undefined
        ? T
        : T extends (infer Item)[]
          ? Form<Item>[]
          : { [Name in keyof T]: Form<T[Name]> }

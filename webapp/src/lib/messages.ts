import { createElement, Fragment, type ReactNode } from 'react'
import { locale } from '@/messages/locale'

/** Made when first needed: a phone takes its time for each. */
function once<T>(make: () => T) {
  let made: T | undefined
  return () => (made ??= make())
}
const numbers = once(() => new Intl.NumberFormat(locale))
const cardinals = once(() => new Intl.PluralRules(locale))
const ordinals = once(() => new Intl.PluralRules(locale, { type: 'ordinal' }))

type Forms<T> = Partial<Record<Intl.LDMLPluralRule, T>> & { other: T }

/** A count as the language writes it. */
export const number = (count: number) => numbers().format(count)

/** The form that the language uses for `count` of something. */
export const plural = <T>(count: number, forms: Forms<T>): T => forms[cardinals().select(count)] ?? forms.other

/** The form that the language uses for the `place`-th of something. */
export const ordinal = <T>(place: number, forms: Forms<T>): T => forms[ordinals().select(place)] ?? forms.other

/** Text with elements in it, in the order of the language. */
export const rich = (...parts: ReactNode[]): ReactNode => createElement(Fragment, null, ...parts)

import type {
  CreatePaymentMethodCardData,
  PaymentMethodResult as OfficialResult,
  Stripe,
  StripeCardNumberElement,
  StripeCardNumberElementChangeEvent,
  StripeCardNumberElementOptions,
  StripeElementStyle,
  StripeElementType,
  StripeError,
} from '@stripe/stripe-js/dist/stripe-js'
import type {
  FieldChange,
  PaymentMethodResult,
  Provider,
  ProviderError,
  ProviderField,
  ProviderFieldName,
} from './provider-fields'

// A type may be assigned whose optional member the other does not know. So names are compared by themselves.
type Unknown<Ours, Theirs> = Exclude<keyof Ours, Theirs extends unknown ? keyof Theirs : never>
declare function none<Names extends never>(): Names

type Options = Parameters<ReturnType<Provider['elements']>['create']>[1]
type Card = Parameters<Provider['createPaymentMethod']>[0]
type Event = ProviderField['on'] extends {
  (event: infer First, listener: never): unknown
  (event: infer Second, listener: never): unknown
}
  ? First | Second
  : never
type Unheard<Name> = Name extends string
  ? StripeCardNumberElement extends { on(event: Name, listener: () => void): unknown }
    ? never
    : Name
  : Name

declare const stripe: Stripe
declare const options: Options
declare const card: Card
declare const change: StripeCardNumberElementChangeEvent
declare const error: StripeError

// What the page passes.
const number = stripe.elements().create('cardNumber', options)
const expiry = stripe.elements().create('cardExpiry', options)
const code = stripe.elements().create('cardCvc', options)
for (const field of [number, expiry, code]) field.update(options)
const answer = stripe.createPaymentMethod({ ...card, card: number })
none<Exclude<ProviderFieldName, StripeElementType>>()
none<Unknown<Options, StripeCardNumberElementOptions>>()
none<Unknown<NonNullable<Options['style']>, StripeElementStyle>>()
none<Unknown<Card, CreatePaymentMethodCardData>>()
none<Unknown<Card['billing_details'], NonNullable<CreatePaymentMethodCardData['billing_details']>>>()
none<Unheard<Event>>()

// What the page reads.
const fields: ProviderField[] = [number, expiry, code]
const read: [Promise<PaymentMethodResult>, FieldChange, ProviderError] = [answer, change, error]
none<Unknown<ProviderField, StripeCardNumberElement>>()
none<Unknown<PaymentMethodResult, OfficialResult>>()
none<Unknown<FieldChange, StripeCardNumberElementChangeEvent>>()
none<Unknown<ProviderError, StripeError>>()

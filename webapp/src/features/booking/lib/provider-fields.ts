import type { CardFieldsConfig } from '@/lib/api/types'

/** The parts of the card provider's script (Stripe.js) that are used here, and how it is loaded. */

export const providerFields = ['cardNumber', 'cardExpiry', 'cardCvc'] as const
export type ProviderFieldName = (typeof providerFields)[number]

export interface ProviderError {
  code?: string
  message?: string
}

/** What is typed, as far as it is told. */
export interface FieldChange {
  complete: boolean
  empty: boolean
  error?: ProviderError
}

/** What the script answers to a card. It may name both members and leave one undefined: read the value, not the key. */
export interface PaymentMethodResult {
  paymentMethod?: { id: string }
  error?: ProviderError
}

interface FieldOptions {
  style?: { base: Record<string, string> }
  placeholder?: string
  disabled?: boolean
}

/** One field in a frame of the provider's. */
export interface ProviderField {
  mount: (target: HTMLElement) => void
  destroy: () => void
  focus: () => void
  clear: () => void
  update: (options: FieldOptions) => void
  on(event: 'ready' | 'focus' | 'blur', listener: () => void): unknown
  on(event: 'change', listener: (change: FieldChange) => void): unknown
}

export interface Provider {
  elements: () => { create: (name: ProviderFieldName, options: FieldOptions) => ProviderField }
  createPaymentMethod: (card: {
    type: 'card'
    /** The number's field: it knows the others. */
    card: ProviderField
    billing_details: { name: string }
  }) => Promise<PaymentMethodResult>
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string) => Provider
  }
}

const scripts = new Map<string, Promise<void>>()

function load(url: string) {
  return new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = url
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      scripts.delete(url)
      reject(new Error('The card fields could not be loaded'))
    }
    document.head.append(script)
  })
}

/** Loads the script once a page; after a failure the next call tries again. */
export async function loadProvider({ scriptUrl, publishableKey }: CardFieldsConfig): Promise<Provider> {
  const loading = scripts.get(scriptUrl) ?? load(scriptUrl)
  scripts.set(scriptUrl, loading)
  await loading
  if (!window.Stripe) throw new Error('The script made no card fields')
  return window.Stripe(publishableKey)
}

import { afterEach, vi } from 'vitest'
import type {
  FieldChange,
  PaymentMethodResult,
  ProviderField,
  ProviderFieldName,
} from '@/features/booking/lib/provider-fields'

/** The card provider's script, with plain inputs in place of its frames. */

type Listeners = Record<string, ((change: FieldChange) => void)[]>

const labels: Record<ProviderFieldName, string> = { cardNumber: 'number', cardExpiry: 'expiry', cardCvc: 'code' }

/** Installs it. `answer` is what becomes of a card; the fields' labels are "provider's number" and so on. */
export function withProvider(answer: PaymentMethodResult) {
  const createPaymentMethod = vi.fn(async () => answer)
  const keys: string[] = []
  window.Stripe = (key) => {
    keys.push(key)
    return { elements: () => ({ create: plainField }), createPaymentMethod }
  }
  return { createPaymentMethod, keys }
}

function plainField(name: ProviderFieldName): ProviderField {
  const input = document.createElement('input')
  const listeners: Listeners = {}
  const tell = (event: string) => {
    const empty = input.value === ''
    const fault = empty ? 'incomplete' : input.value.includes('x') ? 'invalid' : null
    const error = fault ? { code: `${fault}_${name}`, message: `That ${labels[name]} is ${fault}.` } : undefined
    for (const listener of listeners[event] ?? []) listener({ complete: !fault, empty, error })
  }
  input.setAttribute('aria-label', `provider's ${labels[name]}`)
  for (const event of ['focus', 'blur']) input.addEventListener(event, () => tell(event))
  input.addEventListener('input', () => tell('change'))
  return {
    mount: (target) => {
      target.replaceChildren(input)
      tell('ready')
    },
    destroy: () => input.remove(),
    focus: () => input.focus(),
    clear: () => {
      input.value = ''
      // Frames tell it when the page has gone on.
      queueMicrotask(() => tell('change'))
    },
    update: ({ disabled }) => {
      if (disabled !== undefined) input.disabled = disabled
    },
    on: (event: string, listener: (change: FieldChange) => void) => {
      listeners[event] = [...(listeners[event] ?? []), listener]
    },
  }
}

/** jsdom loads no scripts: each one that is added comes, or does not, as the test says. */
export function scriptsArrive(arrive: boolean) {
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    Element.prototype.append.call(document.head, ...nodes)
    for (const node of nodes) {
      if (node instanceof HTMLScriptElement) {
        queueMicrotask(() => node.dispatchEvent(new Event(arrive ? 'load' : 'error')))
      }
    }
  })
}

afterEach(() => {
  delete window.Stripe
  vi.restoreAllMocks()
})

'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CardFieldsConfig } from '@/lib/api/types'
import { bringIntoSight } from '@/lib/reveal'
import * as words from '@/messages/booking/card'
import {
  type FieldChange,
  loadProvider,
  type PaymentMethodResult,
  type Provider,
  type ProviderError,
  type ProviderField,
  type ProviderFieldName,
  providerFields,
} from '../lib/provider-fields'

/** A frame that a browser or a network keeps out says nothing at all. */
const PATIENCE_MS = 20_000

export const providerFieldId = (name: ProviderFieldName) => `card-${name}`

type Changes = Partial<Record<ProviderFieldName, FieldChange>>

/** Puts the card provider's fields into the boxes with their ids, and tells what happens in them. */
export function useProviderFields(config: CardFieldsConfig, isDisabled: boolean) {
  const { scriptUrl, publishableKey } = config
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(0)
  const [changes, setChanges] = useState<Changes>({})
  const [focused, setFocused] = useState<ProviderFieldName | null>(null)
  const provider = useRef<Provider | null>(null)
  const fields = useRef(new Map<ProviderFieldName, ProviderField>())

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt puts them up anew.
  useEffect(() => {
    const mounted = fields.current
    const waiting = new Set(providerFields)
    let isOver = false
    const end = (next: 'ready' | 'failed') => {
      if (!isOver) setState(next)
    }
    const patience = setTimeout(() => waiting.size > 0 && end('failed'), PATIENCE_MS)
    const putUp = (loaded: Provider) => {
      if (isOver) return
      provider.current = loaded
      const elements = loaded.elements()
      for (const name of providerFields) {
        const box = document.getElementById(providerFieldId(name))
        if (!box) continue
        const field = elements.create(name, {
          style: styleOf(box),
          placeholder: name === 'cardExpiry' ? words.expiryPlaceholder : '',
        })
        field.on('ready', () => {
          waiting.delete(name)
          if (waiting.size === 0) end('ready')
        })
        field.on('focus', () => setFocused(name))
        field.on('blur', () => setFocused((last) => (last === name ? null : last)))
        field.on('change', (change) => setChanges((last) => ({ ...last, [name]: change })))
        field.mount(box)
        mounted.set(name, field)
      }
    }
    loadProvider({ scriptUrl, publishableKey }).then(putUp, () => end('failed'))
    return () => {
      isOver = true
      clearTimeout(patience)
      for (const field of mounted.values()) field.destroy()
      mounted.clear()
    }
  }, [scriptUrl, publishableKey, attempt])

  useLook(fields.current, state === 'ready', isDisabled)

  const focus = useCallback((name: ProviderFieldName) => {
    const box = document.getElementById(providerFieldId(name))
    if (box) bringIntoSight(box)
    fields.current.get(name)?.focus()
  }, [])
  const clear = useCallback(() => {
    for (const field of fields.current.values()) field.clear()
    setChanges({})
  }, [])

  const retry = () => {
    setState('loading')
    setChanges({})
    setAttempt((last) => last + 1)
  }

  /** Has the provider make a payment method of what was typed. */
  const take = async (holderName: string): Promise<{ id: string } | { error: ProviderError }> => {
    const card = fields.current.get('cardNumber')
    if (!provider.current || !card) return { error: {} }
    const asked = provider.current.createPaymentMethod({ type: 'card', card, billing_details: { name: holderName } })
    const { paymentMethod, error } = await orNothing(asked.catch((): PaymentMethodResult => ({})))
    return paymentMethod ? { id: paymentMethod.id } : { error: error ?? {} }
  }

  return { state, retry, changes, focused, focus, clear, take }
}

/** Its script knows no bound of its own: a line that is dead would hold the form for minutes. */
async function orNothing(asked: Promise<PaymentMethodResult>): Promise<PaymentMethodResult> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<PaymentMethodResult>((resolve) => {
    timer = setTimeout(() => resolve({}), PATIENCE_MS)
  })
  return Promise.race([asked, over]).finally(() => clearTimeout(timer))
}

/** In a frame nothing of the page's style holds: what its own fields look like is told. */
function styleOf(box: HTMLElement) {
  const { color, fontFamily, fontSize } = getComputedStyle(box)
  return { base: { color, fontFamily, fontSize } }
}

/** The fields look as their boxes do, also once these are disabled or the traveller changes the colours. */
function useLook(fields: Map<ProviderFieldName, ProviderField>, isReady: boolean, isDisabled: boolean) {
  useEffect(() => {
    if (!isReady) return
    const dress = () => {
      for (const [name, field] of fields) {
        const box = document.getElementById(providerFieldId(name))
        if (box) field.update({ disabled: isDisabled, style: styleOf(box) })
      }
    }
    dress()
    const device = window.matchMedia('(prefers-color-scheme: dark)')
    const choice = new MutationObserver(dress)
    device.addEventListener('change', dress)
    choice.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      device.removeEventListener('change', dress)
      choice.disconnect()
    }
  }, [fields, isReady, isDisabled])
}

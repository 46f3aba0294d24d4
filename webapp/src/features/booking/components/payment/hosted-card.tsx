'use client'
import { useEffect, useState } from 'react'
import { notify } from '@/components/ui/toast/notify'
import type { CardFieldsConfig } from '@/lib/api/types'
import { reveal } from '@/lib/reveal'
import * as failures from '@/messages/booking/failure'
import * as words from '@/messages/booking/payment'
import { usePaymentStep, useTrip } from '../../hooks/booking-contexts'
import { useProviderFields } from '../../hooks/use-provider-fields'
import { cardWords, isHolderNamed } from '../../lib/card'
import { clearsCard } from '../../lib/failure'
import { type ProviderError, type ProviderFieldName, providerFields } from '../../lib/provider-fields'
import { HostedFieldset, holderFieldId } from './hosted-fieldset'
import { isLocked, PaymentForm } from './payment-form'

/** A field, or the card as a whole. */
export type HostedPart = ProviderFieldName | 'holderName' | 'card'
export interface HostedProblem {
  part: HostedPart
  title: string
  message: string
}

const parts = {
  cardNumber: cardWords.number,
  cardExpiry: cardWords.expiry,
  cardCvc: cardWords.cvv,
  holderName: cardWords.holderName,
  card: { title: failures.paymentError, message: words.providerUnreached },
}

/** By the provider's own codes, such as "invalid_expiry_year_past". */
function partOf(code = ''): HostedPart {
  if (code.includes('number')) return 'cardNumber'
  if (code.includes('expir')) return 'cardExpiry'
  return code.includes('cvc') ? 'cardCvc' : 'card'
}

function problemOf({ code, message }: ProviderError): HostedProblem {
  const part = partOf(code)
  return { part, title: parts[part].title, message: message ?? parts[part].message }
}

function useHostedCard(config: CardFieldsConfig) {
  const { offer, tell } = useTrip()
  const payment = usePaymentStep()
  const { holderName, isAnotherCard, changeCard } = payment
  const isDisabled = isLocked(payment)
  const fields = useProviderFields(config, isDisabled)
  const [refused, setRefused] = useState<readonly HostedProblem[]>([])
  const { changes, focus, clear } = fields
  const isRefused = payment.failure?.kind === 'payment'
  const isCleared = clearsCard(payment.failure)
  const isIdle = payment.phase === 'idle'

  // What was found wrong counts until something is changed; what is wrong as it is typed is told at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of what was typed only that it changed is wanted.
  useEffect(() => {
    setRefused((last) => (last.length > 0 ? [] : last))
    changeCard()
  }, [changes])
  const typing = providerFields.flatMap((part) => {
    const { error, empty } = changes[part] ?? {}
    // Fields that are emptied for the next card are not unfinished.
    return error && !empty ? [{ ...problemOf(error), part }] : []
  })

  useEffect(() => {
    if (isCleared) clear()
  }, [isCleared, clear])

  const wanted = refused[0]?.part ?? (isRefused ? 'cardNumber' : null)
  useEffect(() => {
    if (!wanted || !isIdle || wanted === 'card') return
    if (wanted === 'holderName') reveal(document.getElementById(holderFieldId))
    else focus(wanted)
  }, [wanted, isIdle, focus])

  const isReady = fields.state === 'ready'
  useEffect(() => {
    if (isAnotherCard && isReady) focus('cardNumber')
  }, [isAnotherCard, isReady, focus])

  const refuse = (problems: readonly HostedProblem[]) => {
    setRefused(problems)
    const [first] = problems
    if (first) void notify({ type: 'error', title: first.title, description: first.message })
    return null
  }

  const takeCard = async () => {
    const missing: HostedPart[] = providerFields.filter((part) => !changes[part]?.complete)
    if (!isHolderNamed(holderName)) missing.push('holderName')
    if (missing.length > 0) return refuse(missing.map((part) => ({ part, ...parts[part] })))
    const taken = await fields.take(holderName.trim())
    return 'id' in taken ? { paymentMethodId: taken.id } : refuse([problemOf(taken.error)])
  }
  const change = (name: string) => {
    tell({ type: 'holder named', offerId: offer.id, holderName: name })
    setRefused([])
  }
  const submit = () => void payment.pay(takeCard)
  return { fields, holderName, problems: [...refused, ...typing], change, submit, isDisabled }
}

/** A card typed into the card provider's own fields: its number never comes to us. */
export function HostedCard({ config }: { config: CardFieldsConfig }) {
  const { fields, holderName, problems, change, submit, isDisabled } = useHostedCard(config)
  return (
    <PaymentForm
      onPay={fields.state === 'ready' ? submit : undefined}
      promise={words.hostedPromise}
      fields={
        <HostedFieldset
          fields={fields}
          problems={problems}
          holderName={holderName}
          isDisabled={isDisabled}
          onHolderChange={change}
        />
      }
    />
  )
}

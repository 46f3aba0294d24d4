'use client'
import { useEffect, useState } from 'react'
import { clearToasts } from '@/components/ui/toast/lazy-store'
import { notify } from '@/components/ui/toast/notify'
import { today } from '@/lib/dates'
import { reveal } from '@/lib/reveal'
import * as words from '@/messages/booking/payment'
import { usePaymentStep, useTrip } from '../../hooks/booking-contexts'
import { type CardField, type CardFields, type CardProblem, cardProblems, emptyCard } from '../../lib/card'
import { clearsCard } from '../../lib/failure'
import { CardFieldset, cardFieldId } from './card-fieldset'
import { isLocked, PaymentForm } from './payment-form'

const focusOn = (field: CardField) => reveal(document.getElementById(cardFieldId(field)))

function useTypedCard() {
  const { offer, tell } = useTrip()
  const payment = usePaymentStep()
  const { failure, holderName, isAnotherCard } = payment
  const [card, setCard] = useState<CardFields>({ ...emptyCard, holderName })
  const [problems, setProblems] = useState<CardProblem[]>([])
  const isRefused = failure?.kind === 'payment'
  const isCleared = clearsCard(failure)
  const isIdle = payment.phase === 'idle'

  useEffect(() => {
    if (isCleared) setCard((last) => ({ ...emptyCard, holderName: last.holderName }))
  }, [isCleared])

  // The fields are open again only once the attempt has ended.
  const [firstProblem] = problems
  const wanted = firstProblem?.field ?? (isRefused ? 'number' : null)
  useEffect(() => {
    if (wanted && isIdle) focusOn(wanted)
  }, [wanted, isIdle])

  useEffect(() => {
    if (isAnotherCard) focusOn('number')
  }, [isAnotherCard])

  const takeCard = () => {
    const found = cardProblems(card, today())
    setProblems(found)
    const [first] = found
    if (first) void notify({ type: 'error', title: first.title, description: first.message })
    return first === undefined ? card : null
  }
  const submit = () => void payment.pay(takeCard)
  const change = (next: CardFields) => {
    // What is being mended stands beside its field; the toast has said it.
    void clearToasts()
    setCard(next)
    payment.changeCard()
    tell({ type: 'holder named', offerId: offer.id, holderName: next.holderName })
    setProblems([])
  }
  return { card, change, problems, submit, isDisabled: isLocked(payment) }
}

/** A card typed into fields of ours. */
export function TypedCard() {
  const { card, change, problems, submit, isDisabled } = useTypedCard()
  return (
    <PaymentForm
      onPay={submit}
      promise={words.typedPromise}
      fields={<CardFieldset card={card} problems={problems} isDisabled={isDisabled} onChange={change} />}
    />
  )
}

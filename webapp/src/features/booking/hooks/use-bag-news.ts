'use client'
import { useEffect, useEffectEvent, useState } from 'react'
import { formatTotal } from '@/lib/money'
import { quantityOf, type SoldBag } from '../lib/bag-choices'
import { newsOf } from '../lib/bag-words'
import { useTrip } from './booking-contexts'

/** How long the buttons rest before the news is read out: a reader hears of several presses once. */
const REST_MS = 500

/** For people who listen: how many pieces of the bag that was pressed last there are, and the new total. */
export function useBagNews(name: string) {
  const { offer, bags, total } = useTrip()
  const [pressed, setPressed] = useState<{ bag: SoldBag } | null>(null)
  const [spoken, setSpoken] = useState('')
  const speak = useEffectEvent((bag: SoldBag) => {
    const chosen = { ...bag, quantity: quantityOf(bags, bag) }
    setSpoken(newsOf(offer.slices, chosen, name, formatTotal(total, offer.price.currency)))
  })
  useEffect(() => {
    if (!pressed) return
    const timer = setTimeout(() => speak(pressed.bag), REST_MS)
    return () => clearTimeout(timer)
  }, [pressed])
  return { spoken, note: (bag: SoldBag) => setPressed({ bag }) }
}

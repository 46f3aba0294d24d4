'use client'
import { type FormEvent, startTransition, useEffect, useEffectEvent, useState, useTransition } from 'react'
import type { FieldProblem } from '@/components/ui/error-summary'
import { notify } from '@/components/ui/toast/notify'
import { cityCodeOf, findAirport, useAirports } from '@/lib/airports'
import { searchParams } from '@/lib/criteria'
import { today as dateIn } from '@/lib/dates'
import { routes, withQuery } from '@/lib/routes'
import { storeText } from '@/lib/storage'
import { useNavigate, withBrand } from '@/lib/use-navigate'
import { writeAddress } from '@/lib/write-address'
import * as errorWords from '@/messages/lib/errors'
import * as words from '@/messages/search/form'
import { takePressedSearch, takePressedTrip } from '../lib/pressed-trip'
import {
  formProblems,
  initialForm,
  type SearchForm,
  type TripTab,
  toCriteria,
  withDeparture,
  withTrip,
  zoneOf,
} from '../lib/search-form'

/** So that Back brings the form as it was sent. Other pages with the form have an address of their own. */
const keepInAddress = (criteria: ReturnType<typeof searchParams>) =>
  writeAddress(routes.home, withBrand(withQuery(routes.home, criteria)))

/** The search form's state. `form` is null until the browser knows what day it is: the page was built on another. */
export function useSearchForm() {
  const { push } = useNavigate()
  const [form, setForm] = useState<SearchForm | null>(null)
  const { airports, needAirports } = useAirports()
  const [problems, setProblems] = useState<FieldProblem[]>([])
  const [attempt, setAttempt] = useState(0)
  const [isSearching, startSearch] = useTransition()

  // Read here and not by `useSearchParams`, which would keep the whole form out of the exported HTML.
  useEffect(() => {
    const initial = initialForm(new URLSearchParams(window.location.search), dateIn())
    // A transition gives way to fingers, and to the rest of the page.
    startTransition(() => setForm(initial))
    if (initial.origin || initial.destination) needAirports()
  }, [needAirports])

  const origin = form && airports.index ? findAirport(airports.index, form.origin) : null
  const today = dateIn(zoneOf(origin))

  const change = (next: SearchForm) => {
    setForm(next)
    setProblems([])
  }

  const chooseTrip = (trip: TripTab) => {
    if (!form) return
    takePressedTrip()
    change(withTrip(form, trip, today))
  }

  /** An origin beyond the date line may be a day ahead: the departure moves with it. */
  const pickOrigin = (code: string) => {
    if (!form) return
    const first = dateIn(zoneOf(airports.index && findAirport(airports.index, code)))
    const moved = { ...form, origin: code }
    change(form.departureDate < first ? withDeparture(moved, first, first) : moved)
  }

  /** Runs inside the transition, which hands its errors to the page's error boundary: they are caught here. */
  const search = (searched: SearchForm) => {
    try {
      const criteria = searchParams(toCriteria(searched))
      keepInAddress(criteria)
      push(withQuery(routes.search, criteria))
      storeText('localStorage', 'lastTripType', searched.trip)
    } catch (error) {
      console.error('Search failed', error)
      setProblems([{ message: words.searchFailed }])
      void notify({ type: 'error', title: words.searchFailedTitle, description: errorWords.tryLater })
    }
  }

  const send = (sent: SearchForm) => {
    const found = formProblems(sent, today, (code) => cityCodeOf(airports.index, code))
    setProblems(found)
    setAttempt(attempt + 1)
    if (found.length > 0) return
    startSearch(() => search(sent))
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!form) return
    takePressedSearch()
    send(form)
  }

  // What was pressed before there was a form to change.
  const catchUp = useEffectEvent(() => {
    if (!form) return
    const trip = takePressedTrip()
    const next = trip ? withTrip(form, trip, today) : form
    if (trip) setForm(next)
    if (takePressedSearch()) send(next)
  })
  const isReady = form !== null
  useEffect(() => {
    if (isReady) catchUp()
  }, [isReady])

  return { form, change, chooseTrip, pickOrigin, submit, problems, attempt, isSearching, today, airports, needAirports }
}

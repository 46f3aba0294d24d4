'use client'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type FieldErrors, type FieldPath, type UseFormReturn, useForm } from 'react-hook-form'
import { ButtonLink } from '@/components/ui/button'
import { ErrorSummary, type FieldProblem } from '@/components/ui/error-summary'
import { Icon } from '@/components/ui/icon'
import { Stack, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { today } from '@/lib/dates'
import { routes, withQuery } from '@/lib/routes'
import { useLateRules } from '@/lib/use-late-rules'
import { PHONE, useMedia } from '@/lib/use-media'
import type { Booking } from '../hooks/use-booking'
import { useFoldedPassengers } from '../hooks/use-folded-passengers'
import { useKeptPassengers } from '../hooks/use-kept-passengers'
import { fieldId } from '../hooks/use-passenger-field'
import { fromDraft, hasLostPassports, keepDraft } from '../lib/draft'
import {
  FORM_PROBLEM,
  type PassengerFields,
  type PassengerForm,
  type PassengerRules,
  passportFields,
} from '../lib/passenger-form'
import { isPassportRequired } from '../lib/passport'
import { AgeNote } from './age-note'
import { OfferNotice } from './offer-notice'
import { OwnDetails } from './own-details'
import { PassengerCard } from './passenger-card'
import { StepActions } from './step-actions'

const FORM = 'passenger-form'

/** The API's "passengers[0].firstName" as the form calls it. */
const formPath = (field: string) => field.replace(/\[(\d+)\]/, '.$1') as FieldPath<PassengerForm>

/** By passenger, each leading to its field. */
function problemsOf(errors: FieldErrors<PassengerForm>): FieldProblem[] {
  const whole = errors.passengers?.root ?? errors.passengers
  const own = whole?.message ? [{ message: whole.message }] : []
  const fields = (errors.passengers ?? []) as (FieldErrors<PassengerFields> | undefined)[]
  return [
    ...own,
    ...Array.from(fields, (passenger, index) =>
      Object.entries(passenger ?? {}).map(([field, error]) => ({
        fieldId: fieldId(index, field as keyof PassengerFields),
        group: `Passenger ${index + 1}`,
        message: error?.message ?? '',
      })),
    ).flat(),
  ]
}

/** Who left this page and comes back finds all but the passports, which are never kept. */
function usePassportsLost({ party, typed }: Booking) {
  const [isLost] = useState(
    () => !typed && hasLostPassports() && fromDraft(party).some(({ firstName }) => firstName !== ''),
  )
  return isLost
}

function usePassengerForm({ party, typed, offer }: Booking) {
  const isPhone = useMedia(PHONE)
  const [initial] = useState(() => (typed ? [...typed] : fromDraft(party)))
  // Every field is a screen's height there: optional passports are folded, unless there is one.
  const [skipped, setSkipped] = useState<readonly boolean[]>(() =>
    initial.map((passenger) => isPhone && passportFields.every((field) => passenger[field] === '')),
  )
  const lastSlice = offer.slices.at(-1)
  const rules = useMemo<PassengerRules>(
    () => ({
      party,
      skipped,
      isPassportRequired: isPassportRequired(offer),
      travelDate: (lastSlice?.segments[0]?.departing_at ?? '').slice(0, 10),
      homeCountry: offer.slices[0]?.origin.country_code ?? '',
      today: today(),
    }),
    [party, skipped, offer, lastSlice],
  )
  const loadRules = useCallback(
    () => import('../lib/passenger-rules').then(({ passengerRules }) => passengerRules(rules)),
    [rules],
  )
  const form = useForm<PassengerForm>({
    resolver: useLateRules(loadRules),
    defaultValues: { passengers: initial },
    mode: 'onTouched',
    // The summary takes the focus.
    shouldFocusError: false,
  })
  const skip = (index: number, isSkipped: boolean) => {
    setSkipped(party.map((_, at) => (at === index ? isSkipped : (skipped[at] ?? false))))
    if (isSkipped)
      for (const field of passportFields) form.resetField(`passengers.${index}.${field}`, { defaultValue: '' })
  }
  return { form, rules, skipped, skip }
}

/**
 * Keeps what was typed when the step is left, whichever way: for the next offer without passports, and for this one
 * as it stands. Answers the mark to set when it is left by its own button.
 */
function useKeptFields({ party, offer, keepTyped }: Booking, { getValues, formState }: UseFormReturn<PassengerForm>) {
  const isRequired = isPassportRequired(offer)
  const isSubmitted = useRef(false)
  const isDirty = useRef(false)
  isDirty.current = formState.isDirty

  useEffect(
    () => () => {
      const { passengers } = getValues()
      keepDraft(party, passengers, isRequired)
      if (isDirty.current && !isSubmitted.current) keepTyped(passengers)
    },
    [getValues, party, isRequired, keepTyped],
  )
  return isSubmitted
}

export function PassengerStep({ booking }: { booking: Booking }) {
  const { form, rules, skipped, skip } = usePassengerForm(booking)
  const kept = useKeptPassengers(booking, form)
  const isPassportLost = usePassportsLost(booking) || kept.isFilledIn
  const { setError, formState, handleSubmit } = form
  const { refusedFields } = booking
  const [attempt, setAttempt] = useState(refusedFields.length > 0 ? 1 : 0)

  // What the server refused stands beside its field, like what the form itself finds.
  useEffect(() => {
    for (const { field, message } of refusedFields) setError(formPath(field), { message })
  }, [refusedFields, setError])

  const isSubmitted = useKeptFields(booking, form)
  const submit = handleSubmit(
    ({ passengers }) => {
      isSubmitted.current = true
      booking.savePassengers(passengers)
    },
    () => setAttempt((count) => count + 1),
  )
  const { isFolded, edit, onwards } = useFoldedPassengers({
    form,
    count: booking.party.length,
    areComplete: booking.passengers !== null,
  })
  const hasPassports = rules.isPassportRequired || skipped.some((isSkipped) => !isSkipped)
  const backHref = withQuery(routes.flight(booking.offer.id), booking.carried)
  return (
    <form id={FORM} onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="6">
        <div>
          <h1>Who is traveling?</h1>
          <Text color="fg.muted" mt="1">
            Names must match the travel document. We keep what you've typed while you browse
            {hasPassports && ', except passport details'}.
          </Text>
        </div>
        <OfferNotice booking={booking} />
        {isPassportLost && rules.isPassportRequired && (
          <Notice>
            <strong>Please enter your passport details again.</strong> We don't keep them while you browse. Everything
            else is as you left it.
          </Notice>
        )}
        {attempt > 0 && <ErrorSummary title={FORM_PROBLEM} problems={problemsOf(formState.errors)} attempt={attempt} />}
        {booking.party.map((member, index) => (
          <PassengerCard
            // biome-ignore lint/suspicious/noArrayIndexKey: a party keeps its order, and some offers name nobody.
            key={index}
            index={index}
            member={member}
            form={form}
            rules={rules}
            isSkipped={skipped[index] ?? false}
            onSkip={(isSkipped) => skip(index, isSkipped)}
            isFolded={isFolded(index)}
            onEdit={() => edit(index)}
            onNext={onwards(index)}
            ageNote={<AgeNote index={index} form={form} rules={rules} searchHref={booking.searchHref} />}
          >
            {index === 0 && member.type === 'adult' && kept.isSettled && <OwnDetails form={form} />}
          </PassengerCard>
        ))}
        <StepActions booking={booking} form={FORM} next="Continue to seats">
          <ButtonLink href={backHref} variant="ghost" prefetch={false} scroll={false}>
            <Icon name="arrow-left" size="sm" />
            Back to flight
          </ButtonLink>
        </StepActions>
      </Stack>
    </form>
  )
}

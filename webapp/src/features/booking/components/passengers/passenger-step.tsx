'use client'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type FieldErrors, type FieldPath, type UseFormReturn, useForm } from 'react-hook-form'
import { ButtonLink } from '@/components/ui/button'
import { ErrorSummary, type FieldProblem } from '@/components/ui/error-summary'
import { Icon } from '@/components/ui/icon'
import { Stack, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { strong } from '@/components/ui/strong'
import { latePart } from '@/lib/late-part'
import { routes, withQuery } from '@/lib/routes'
import { useLateRules } from '@/lib/use-late-rules'
import { PHONE, useMedia } from '@/lib/use-media'
import * as words from '@/messages/booking/passengers'
import { useBags, usePassengersStep, useTrip } from '../../hooks/booking-contexts'
import { PassengerContext } from '../../hooks/passenger-context'
import { useFirstPart } from '../../hooks/use-first-part'
import { useFoldedPassengers } from '../../hooks/use-folded-passengers'
import { useKeptPassengers } from '../../hooks/use-kept-passengers'
import { fieldId } from '../../hooks/use-passenger-field'
import { usePassportsAlone } from '../../hooks/use-passports-alone'
import { fromDraft, hadPassportsFor } from '../../lib/draft'
import { readDraft, remember } from '../../lib/draft-memory'
import { type PassengerFields, type PassengerForm, passportFields } from '../../lib/passenger-form'
import { rulesOf } from '../../lib/rules-of'
import { OfferNotice } from '../offer-notice'
import { Loading } from '../states'
import { StepActions } from '../step-actions'
import { BagProblem } from './bag-problem'
import { PassengerCard } from './passenger-card'

const FORM = 'passenger-form'

/** For travelers with an account. Where it can't be fetched they type their details. */
const ownDetails = latePart(() => import('./own-details'))

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
        group: words.passenger({ number: index + 1 }),
        message: error?.message ?? '',
      })),
    ).flat(),
  ]
}

/** Who left this page and comes back finds all but the passports, which are never kept. */
function usePassportsLost() {
  const { party } = useTrip()
  const { typed, lacksPassports } = usePassengersStep()
  const [isLost] = useState(() => {
    const draft = readDraft()
    const hadThem = draft.passportOffers.length > 0 && fromDraft(draft, party).some(({ firstName }) => firstName !== '')
    return !typed && (hadThem || lacksPassports)
  })
  return isLost
}

function usePassengerForm() {
  const { party, offer } = useTrip()
  const { typed } = usePassengersStep()
  const isPhone = useMedia(PHONE)
  const [initial] = useState(() => (typed ? [...typed] : fromDraft(readDraft(), party)))
  // Every field is a screen's height there: optional passports are folded, unless there is one.
  const [skipped, setSkipped] = useState<readonly boolean[]>(() =>
    initial.map((passenger) => isPhone && passportFields.every((field) => passenger[field] === '')),
  )
  const rules = useMemo(() => rulesOf(offer, { party, skipped }), [offer, party, skipped])
  const loadRules = useCallback(async () => {
    // What the rules find may need a note: it must be loaded by then.
    const [{ passengerRules }] = await Promise.all([import('../../lib/passenger-rules'), import('./passenger-notes')])
    return passengerRules(rules)
  }, [rules])
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
function useKeptFields({ getValues, formState }: UseFormReturn<PassengerForm>) {
  const { offer, party, tell } = useTrip()
  const offerId = offer.id
  const isSubmitted = useRef(false)
  const isDirty = useRef(false)
  isDirty.current = formState.isDirty

  useEffect(
    () => () => {
      const { passengers } = getValues()
      remember({ type: 'passengers kept', offerId, party, passengers, hadPassports: false })
      if (isDirty.current && !isSubmitted.current) tell({ type: 'passengers left', passengers })
    },
    [getValues, offerId, party, tell],
  )
  return isSubmitted
}

/** `attempt` counts how often the form was refused, here or by the server. */
function useSubmit(form: UseFormReturn<PassengerForm>) {
  const { refusedFields, savePassengers } = usePassengersStep()
  const { setError, handleSubmit } = form
  const [attempt, setAttempt] = useState(refusedFields.length > 0 ? 1 : 0)

  // What the server refused stands beside its field, like what the form itself finds.
  useEffect(() => {
    for (const { field, message } of refusedFields) setError(formPath(field), { message })
  }, [refusedFields, setError])

  const isSubmitted = useKeptFields(form)
  const submit = handleSubmit(
    (taken) => {
      isSubmitted.current = true
      savePassengers(taken.passengers)
    },
    () => setAttempt((count) => count + 1),
  )
  return { submit, attempt }
}

const Heading = ({ hasPassports }: { hasPassports: boolean }) => (
  <div>
    <h1>{words.title}</h1>
    <Text color="fg.muted" mt="1">
      {hasPassports ? words.introWithPassports : words.intro}
    </Text>
  </div>
)

/** `children` stand above the passengers. */
export function PassengerStep({ children }: { children?: ReactNode }) {
  const { offer, party, passengers } = useTrip()
  const { carried, lacksPassports } = usePassengersStep()
  const { refusal } = useBags()
  const { form, rules, skipped, skip } = usePassengerForm()
  const kept = useKeptPassengers(form)
  const { part: own } = useFirstPart(ownDetails)
  const isPassportLost = usePassportsLost() || kept.isFilledIn
  // Some are typed where none is asked for.
  const [hadPassports] = useState(() => hadPassportsFor(readDraft(), offer.id))
  const { submit, attempt } = useSubmit(form)
  const passports = usePassportsAlone(form, lacksPassports)
  const { isFolded, edit, onwards } = useFoldedPassengers({
    form,
    count: party.length,
    areComplete: passengers !== null,
  })
  const hasPassports = rules.isPassportRequired || skipped.some((isSkipped) => !isSkipped)
  const backHref = withQuery(routes.flight(offer.id), carried)
  // A form that fills itself in later is typed into, and moves.
  if (kept.isAwaited) return <Loading />
  return (
    <form id={FORM} onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="6">
        <Heading hasPassports={hasPassports} />
        <OfferNotice />
        {children}
        {refusal && <BagProblem isFirst>{refusal}</BagProblem>}
        {isPassportLost && (rules.isPassportRequired || hadPassports) && (
          <Notice>{words.passportsAgain({ strong })}</Notice>
        )}
        {attempt > 0 && (
          <ErrorSummary title={words.formIncomplete} problems={problemsOf(form.formState.errors)} attempt={attempt} />
        )}
        {party.map((member, index) => (
          <PassengerContext
            // biome-ignore lint/suspicious/noArrayIndexKey: a party keeps its order, and some offers name nobody.
            key={index}
            value={{
              index,
              member,
              form,
              rules,
              isSkipped: skipped[index] ?? false,
              onSkip: (isSkipped) => skip(index, isSkipped),
              isFolded: isFolded(index),
              isPassportAlone: passports.isAlone(index),
              onEdit: () => {
                passports.open(index)
                edit(index)
              },
              onNext: onwards(index),
            }}
          >
            <PassengerCard>
              {index === 0 && member.type === 'adult' && kept.isSettled && own && <own.OwnDetails form={form} />}
            </PassengerCard>
          </PassengerContext>
        ))}
        <StepActions form={FORM} next={lacksPassports ? words.continueToPayment : words.continueToSeats}>
          <ButtonLink href={backHref} variant="ghost" prefetch={false} scroll={false}>
            <Icon name="arrow-left" size="sm" />
            {words.backToFlight}
          </ButtonLink>
        </StepActions>
      </Stack>
    </form>
  )
}

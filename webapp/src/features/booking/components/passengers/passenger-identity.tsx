'use client'
import dynamic from 'next/dynamic'
import type { ChangeEvent } from 'react'
import { useWatch } from 'react-hook-form'
import { Field, Input, Select } from '@/components/ui/field'
import * as words from '@/messages/booking/passengers'
import * as fieldWords from '@/messages/components/fields'
import { usePassenger } from '../../hooks/passenger-context'
import { autofill, takingPaste, usePassengerField } from '../../hooks/use-passenger-field'
import { ageHint, misfitAge } from '../../lib/ages'
import { ticketNote } from '../../lib/names'
import { genderOf, genders, titles } from '../../lib/passenger-form'

const notes = () => import('./passenger-notes')
const AgeNote = dynamic(() => notes().then((module) => module.AgeNote), { ssr: false })
const OneName = dynamic(() => notes().then((module) => module.OneName), { ssr: false })

const titleLabels = { mr: words.mr, ms: words.ms, mrs: words.mrs, miss: words.miss, dr: words.dr }
const genderLabels = { female: words.female, male: words.male }

const spelledAsIs = { spellCheck: false, autoCapitalize: 'words' } as const

/** Name, birth and sex, as the travel document has them. Each registers its fields in the order they are read in. */
export function PassengerIdentity() {
  const { index, form } = usePassenger()
  return (
    <>
      <Names />
      <BirthDate />
      <SexAndTitle />
      {form.formState.errors.passengers?.[index]?.dateOfBirth && <AgeNote />}
    </>
  )
}

function Names() {
  const { index, form, rules } = usePassenger()
  const of = usePassengerField()
  const [first, last] = [of('firstName'), of('lastName')]
  const [firstName, lastName] = useWatch({
    control: form.control,
    name: [`passengers.${index}.firstName`, `passengers.${index}.lastName`],
  })
  const asInPassport = rules.isPassportRequired ? words.asInPassport : undefined
  return (
    <>
      <div className="half">
        <Field label={fieldWords.firstName} hint={ticketNote(firstName) ?? asInPassport} {...first.field}>
          <Input {...first.control} {...spelledAsIs} autoComplete={autofill(index, 'given-name')} />
        </Field>
      </div>
      <div className="half">
        <Field label={fieldWords.lastName} hint={ticketNote(lastName) ?? undefined} {...last.field}>
          <Input {...last.control} {...spelledAsIs} autoComplete={autofill(index, 'family-name')} />
        </Field>
      </div>
      {(first.field.error || last.field.error) && <OneName />}
    </>
  )
}

function BirthDate() {
  const { index, member, form, rules } = usePassenger()
  const of = usePassengerField()
  const birth = of('dateOfBirth')
  const name = `passengers.${index}.dateOfBirth` as const
  // The error of another age says itself whom the fare is for.
  const isMisfit = birth.field.error && misfitAge({ dateOfBirth: form.getValues(name) }, member, rules) !== null
  const hint = isMisfit ? undefined : ageHint(member, rules.travelDate)
  return (
    <Field label={words.dateOfBirth} hint={hint} {...birth.field}>
      <Input
        type="date"
        max={rules.today}
        {...birth.control}
        {...takingPaste(form, name)}
        autoComplete={autofill(index, 'bday')}
      />
    </Field>
  )
}

/** Sex is asked for; the title may be left out, and says the sex of those who choose one first. */
function SexAndTitle() {
  const { index, form } = usePassenger()
  const of = usePassengerField()
  const [gender, title] = [of('gender'), of('title')]
  const chooseTitle = (event: ChangeEvent<HTMLSelectElement>) => {
    void title.control.onChange(event)
    const said = genderOf(event.target.value)
    const name = `passengers.${index}.gender` as const
    if (said && form.getValues(name) === '') form.setValue(name, said, { shouldDirty: true, shouldValidate: true })
  }
  return (
    <>
      <div className="short">
        <Field label={words.sex} {...gender.field}>
          <Select {...gender.control} autoComplete={autofill(index, 'sex')}>
            <option value="">{words.chooseSex}</option>
            {genders.map((value) => (
              <option key={value} value={value}>
                {genderLabels[value]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <div className="short">
        <Field label={words.honorific} optional {...title.field}>
          <Select {...title.control} onChange={chooseTitle} autoComplete={autofill(index, 'honorific-prefix')}>
            <option value="">{words.noHonorific}</option>
            {titles.map((value) => (
              <option key={value} value={value}>
                {titleLabels[value]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
    </>
  )
}

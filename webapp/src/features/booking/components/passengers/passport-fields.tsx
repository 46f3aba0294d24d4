'use client'
import { Button } from '@/components/ui/button'
import { Field, Input, Select } from '@/components/ui/field'
import { Stack, Text } from '@/components/ui/layout'
import * as words from '@/messages/booking/passengers'
import { type Passenger, usePassenger } from '../../hooks/passenger-context'
import { takingPaste, usePassengerField } from '../../hooks/use-passenger-field'
import { usePhoneLink } from '../../hooks/use-phone-link'
import { passportFields } from '../../lib/passenger-form'
import { expiryHint, frequentCountries, normalisedNumber, otherCountries } from '../../lib/passport'

/** Asked for where the route needs it; elsewhere it may be given, or left out. What is wrong with it is always shown. */
export function Passport() {
  const passenger = usePassenger()
  const { isSkipped, rules } = passenger
  return (
    <>
      <Head />
      {(!isSkipped || rules.isPassportRequired || hasProblem(passenger)) && <Fields />}
    </>
  )
}

const hasProblem = ({ index, form }: Passenger) =>
  passportFields.some((field) => form.formState.errors.passengers?.[index]?.[field])

function Head() {
  const { index, rules, isSkipped, onSkip } = usePassenger()
  return (
    <div className="passport">
      <div>
        <h3>{rules.isPassportRequired ? words.passport : words.passportOptional}</h3>
        <p>{rules.isPassportRequired ? words.passportNeeded : words.passportNotAsked}</p>
      </div>
      {!rules.isPassportRequired && (
        <Button variant="ghost" aria-describedby={`passenger-${index + 1}`} onClick={() => onSkip(!isSkipped)}>
          {isSkipped ? words.addPassport : words.skipPassport}
        </Button>
      )}
    </div>
  )
}

function Fields() {
  const { index, form, rules } = usePassenger()
  const of = usePassengerField()
  const [number, expiry, country] = [of('passportNumber'), of('passportExpiryDate'), of('passportIssuingCountry')]
  const isOptional = !rules.isPassportRequired
  const call = usePhoneLink()
  const hint = expiryHint(form.watch(`passengers.${index}.passportExpiryDate`), rules.today, rules.travelDate)
  return (
    <>
      <Field label={words.passportNumber} optional={isOptional} hint={words.passportNumberHint} {...number.field}>
        <Input
          {...number.control}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onInput={(event) => {
            event.currentTarget.value = normalisedNumber(event.currentTarget.value)
          }}
        />
      </Field>
      <Field label={words.passportExpiry} optional={isOptional} warning={hint ?? undefined} {...expiry.field}>
        <Input
          type="date"
          {...expiry.control}
          {...takingPaste(form, `passengers.${index}.passportExpiryDate`)}
          autoComplete="off"
        />
      </Field>
      <Stack gap="1.5">
        <Field label={words.passportCountry} optional={isOptional} {...country.field}>
          <Select {...country.control} autoComplete="off">
            <option value="">{words.chooseCountry}</option>
            <Countries label={words.frequentCountries} of={frequentCountries} />
            <Countries label={words.otherCountries} of={otherCountries} />
          </Select>
        </Field>
        <Text textStyle="xs" color="fg.muted">
          {words.countryMissing(call)}
        </Text>
      </Stack>
    </>
  )
}

function Countries({ label, of }: { label: string; of: typeof frequentCountries }) {
  return (
    <optgroup label={label}>
      {of.map(({ code, name }) => (
        <option key={code} value={code}>
          {name} ({code})
        </option>
      ))}
    </optgroup>
  )
}

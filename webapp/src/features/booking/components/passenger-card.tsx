'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Card } from '@/components/ui/card'
import { CardTitle } from '@/components/ui/card-title'
import { Field, Input, Select } from '@/components/ui/field'
import { takingPaste, usePassengerField } from '../hooks/use-passenger-field'
import { ageHint } from '../lib/ages'
import { genders, type PassengerForm, type PassengerRules, titles } from '../lib/passenger-form'
import { memberLabel, type PartyMember } from '../lib/passengers'
import { knowsNumbersOf } from '../lib/phone'
import { Passport } from './passport-fields'

const Head = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '4',
    px: { base: '4', md: '6' },
    py: '5',
    borderBottom: '1px solid {colors.line}',
    '& > span': {
      display: 'grid',
      placeItems: 'center',
      boxSize: '9',
      borderRadius: 'full',
      bg: 'tint.strong',
      color: 'ink',
      textStyle: 'sm',
      fontWeight: 'semibold',
    },
    '& p': { textStyle: 'sm', color: 'fg.muted' },
  },
})

const Grid = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(12, minmax(0, 1fr))' },
    gap: '4',
    p: { base: '4', md: '6' },
    '& > *': { gridColumn: { base: 'span 2', md: 'span 4' } },
    '& > .whole': { gridColumn: '1 / -1' },
    '& > .half': { gridColumn: { base: 'span 2', md: 'span 6' } },
    '& > .title': { gridColumn: { base: 'span 2', md: 'span 2' } },
    '& > .name': { gridColumn: { base: 'span 2', md: 'span 5' } },
    '& > .passport': {
      gridColumn: '1 / -1',
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '0.5rem 1rem',
      mt: '2',
      pt: '5',
      borderTop: '1px solid {colors.line}',
      '& p': { textStyle: 'sm', color: 'fg.muted' },
      // Where it stands under the words, its own begin where they do.
      '& > button': { ml: { base: '-5', md: '0' } },
    },
  },
})

const titleLabels = { mr: 'Mr', ms: 'Ms', mrs: 'Mrs', miss: 'Miss', dr: 'Dr' }
const genderLabels = { male: 'Male', female: 'Female', undisclosed: 'Undisclosed' }

interface Props {
  index: number
  member: PartyMember
  form: UseFormReturn<PassengerForm>
  rules: PassengerRules
  isSkipped: boolean
  onSkip: (isSkipped: boolean) => void
  /** What may fill in the fields. */
  children?: ReactNode
  /** What may have to be said of the age. */
  ageNote: ReactNode
}

const spelledAsIs = { spellCheck: false, autoCapitalize: 'words' } as const

/** Browsers fill in the first passenger; the others are told apart by their section. */
const autofill = (index: number, token: string) => (index === 0 ? token : `section-passenger${index + 1} ${token}`)

export function PassengerCard(props: Props) {
  const { index, member, children } = props
  return (
    <Card as="section" aria-labelledby={`passenger-${index + 1}`}>
      <Head>
        <span aria-hidden="true">{index + 1}</span>
        <div>
          <CardTitle id={`passenger-${index + 1}`}>
            Passenger {index + 1}
            {index === 0 && ', primary'}
          </CardTitle>
          <p>{memberLabel(member)}</p>
        </div>
      </Head>
      {children}
      <Grid>
        <Identity {...props} />
        <Contact {...props} />
        <Passport {...props} />
      </Grid>
    </Card>
  )
}

function Identity({ index, member, form, rules, ageNote }: Props) {
  const of = usePassengerField({ index, form })
  const [title, first, last, birth, gender] = (
    ['title', 'firstName', 'lastName', 'dateOfBirth', 'gender'] as const
  ).map(of)
  return (
    <>
      <div className="title">
        <Field label="Title" hint="Or gender" {...title?.field}>
          <Select {...title?.control} autoComplete={autofill(index, 'honorific-prefix')}>
            <option value="">None</option>
            {titles.map((value) => (
              <option key={value} value={value}>
                {titleLabels[value]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <div className="name">
        <Field
          label="First name"
          hint={rules.isPassportRequired ? 'As printed in the passport' : undefined}
          {...first?.field}
        >
          <Input {...first?.control} {...spelledAsIs} autoComplete={autofill(index, 'given-name')} />
        </Field>
      </div>
      <div className="name">
        <Field label="Last name" {...last?.field}>
          <Input {...last?.control} {...spelledAsIs} autoComplete={autofill(index, 'family-name')} />
        </Field>
      </div>
      <Field label="Date of birth" hint={ageHint(member, rules.travelDate)} {...birth?.field}>
        <Input
          type="date"
          max={rules.today}
          {...birth?.control}
          {...takingPaste(form, `passengers.${index}.dateOfBirth`)}
          autoComplete={autofill(index, 'bday')}
        />
      </Field>
      <Field label="Gender" hint="Title or gender: one of the two" {...gender?.field}>
        <Select {...gender?.control} autoComplete={autofill(index, 'sex')}>
          <option value="">Choose</option>
          {genders.map((value) => (
            <option key={value} value={value}>
              {genderLabels[value]}
            </option>
          ))}
        </Select>
      </Field>
      {ageNote}
    </>
  )
}

const phoneHint = (homeCountry: string) =>
  `With country code${knowsNumbersOf(homeCountry) ? ', or as dialled where you depart' : ''}. For changes of schedule only`

/** Only the primary passenger must be reachable; the airline gets their address for the others too. */
function Contact({ index, form, rules }: Props) {
  const of = usePassengerField({ index, form })
  const [email, phone] = [of('email'), of('phone')]
  const isPrimary = index === 0
  return (
    <>
      <div className="half">
        <Field label="E-mail" optional={!isPrimary} hint={isPrimary ? 'Tickets go here' : undefined} {...email.field}>
          <Input type="email" inputMode="email" {...email.control} autoComplete={autofill(index, 'email')} />
        </Field>
      </div>
      <div className="half">
        <Field
          label="Phone number"
          optional={!isPrimary}
          hint={isPrimary ? phoneHint(rules.homeCountry) : undefined}
          {...phone.field}
        >
          <Input type="tel" inputMode="tel" {...phone.control} autoComplete={autofill(index, 'tel')} />
        </Field>
      </div>
    </>
  )
}

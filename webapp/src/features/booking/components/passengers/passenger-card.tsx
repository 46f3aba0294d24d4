'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardTitle } from '@/components/ui/card-title'
import { Icon } from '@/components/ui/icon'
import * as words from '@/messages/booking/passengers'
import { usePassenger } from '../../hooks/passenger-context'
import { passengerHeadingId } from '../../hooks/use-folded-passengers'
import { ticketNote } from '../../lib/names'
import { memberLabel } from '../../lib/passengers'
import { PassengerBags } from './passenger-bags'
import { PassengerContact } from './passenger-contact'
import { PassengerIdentity } from './passenger-identity'
import { Passport } from './passport-fields'

const Head = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '4',
    px: { base: '4', md: '6' },
    py: '5',
    '&:not(:last-child)': { borderBottom: '1px solid {colors.line}' },
    '& > button': { ms: 'auto', me: '-3' },
    '& > span': {
      flex: 'none',
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
    // The word and its number stay in one line.
    '& h2': { textWrap: 'wrap' },
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
    '& > .short': { gridColumn: { base: 'span 1', md: 'span 4' } },
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
      // All that may stand before it are of its type.
      '&:first-of-type': { mt: '0', pt: '0', borderTop: '0' },
      // Where it stands under the words, its own begin where they do.
      '& > button': { ms: { base: '-5', md: '0' } },
    },
  },
})

const Foot = chakra('div', {
  base: {
    display: 'grid',
    px: { base: '4', md: '6' },
    pt: '1',
    pb: { base: '4', md: '6' },
    '& > button': { justifySelf: { md: 'end' } },
  },
})

/** `children`: what may fill in the fields. */
export function PassengerCard({ children }: { children: ReactNode }) {
  const { index, member, form, isFolded, isPassportAlone, onEdit } = usePassenger()
  const { firstName, lastName } = form.getValues(`passengers.${index}`)
  const isShort = isFolded || isPassportAlone
  const standing = isFolded ? words.complete : words.passportMissing
  const note = ticketNote(firstName, lastName)
  return (
    <Card as="section" aria-labelledby={passengerHeadingId(index)}>
      <Head>
        <span aria-hidden="true">{isFolded ? <Icon name="check" size="sm" /> : index + 1}</span>
        <div>
          <CardTitle id={passengerHeadingId(index)} tabIndex={-1}>
            {isShort ? words.namedPassenger({ number: index + 1, name: `${firstName} ${lastName}` }) : titleOf(index)}
          </CardTitle>
          <p>{isShort ? (note ? words.withNote({ words: standing, note }) : standing) : memberLabel(member)}</p>
        </div>
        {isShort && (
          <Button variant="ghost" aria-describedby={passengerHeadingId(index)} onClick={onEdit}>
            {words.edit}
          </Button>
        )}
      </Head>
      {!isFolded && (
        <>
          {!isPassportAlone && children}
          <Fields />
        </>
      )}
      <PassengerBags />
      {!isFolded && <Next />}
    </Card>
  )
}

const titleOf = (index: number) => (index === 0 ? words.primaryPassenger : words.passenger)({ number: index + 1 })

function Fields() {
  const { isPassportAlone } = usePassenger()
  return (
    <Grid>
      {!isPassportAlone && (
        <>
          <PassengerIdentity />
          <PassengerContact />
        </>
      )}
      <Passport />
    </Grid>
  )
}

/** On to the next passenger, below all that is of this one: bags too. */
function Next() {
  const { index, onNext } = usePassenger()
  if (!onNext) return null
  return (
    <Foot>
      <Button variant="secondary" onClick={onNext}>
        {words.continueToPassenger({ number: index + 2 })}
      </Button>
    </Foot>
  )
}

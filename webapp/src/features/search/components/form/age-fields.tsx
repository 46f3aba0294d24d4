'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Field, Select } from '@/components/ui/field'
import { Text } from '@/components/ui/layout'
import { OLDEST_CHILD, YOUNGEST_CHILD } from '@/lib/criteria'
import type { Party } from '../../lib/search-form'

const Grid = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '3', mt: '2' },
})

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

const kinds = [
  { key: 'childAges', label: 'Child', ages: range(YOUNGEST_CHILD, OLDEST_CHILD) },
  { key: 'infantAges', label: 'Infant', ages: range(0, YOUNGEST_CHILD - 1) },
] as const

interface Props {
  party: Party
  /** Ages that are missing are marked: without them nothing is searched. */
  isInvalid: boolean
  onChange: (party: Party) => void
}

/** How old each child and infant is. Airlines price them by it, and a ticket is for that very age. */
export function AgeFields({ party, isInvalid, onChange }: Props) {
  if (party.childAges.length + party.infantAges.length === 0) return null
  return (
    <>
      <Text mt="2" textStyle="xs" color="fg.muted">
        Ages on the day of your last flight
      </Text>
      <Grid>
        {kinds.flatMap(({ key, label, ages }) =>
          party[key].map((age, index) => (
            <Field
              // biome-ignore lint/suspicious/noArrayIndexKey: a place in the party has no other name
              key={`${key} ${index}`}
              label={`${label} ${index + 1}`}
              error={isInvalid && age === null ? 'Choose an age' : undefined}
            >
              <Select
                value={age ?? ''}
                onChange={(event) => onChange({ ...party, [key]: party[key].with(index, Number(event.target.value)) })}
              >
                <option value="" disabled>
                  Age
                </option>
                {ages.map((years) => (
                  <option key={years} value={years}>
                    {years || 'Under 1'}
                  </option>
                ))}
              </Select>
            </Field>
          )),
        )}
      </Grid>
    </>
  )
}

'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Field, Select } from '@/components/ui/field'
import { Text } from '@/components/ui/layout'
import { OLDEST_CHILD, YOUNGEST_CHILD } from '@/lib/criteria'
import * as words from '@/messages/search/form'
import type { Party } from '../../lib/search-form'

const Grid = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '3', mt: '2' },
})

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

const kinds = [
  { key: 'childAges', labelOf: words.childLabel, ages: range(YOUNGEST_CHILD, OLDEST_CHILD) },
  { key: 'infantAges', labelOf: words.infantLabel, ages: range(0, YOUNGEST_CHILD - 1) },
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
        {words.agesHint}
      </Text>
      <Grid>
        {kinds.flatMap(({ key, labelOf, ages }) =>
          party[key].map((age, index) => (
            <Field
              // biome-ignore lint/suspicious/noArrayIndexKey: a place in the party has no other name
              key={`${key} ${index}`}
              label={labelOf({ number: index + 1 })}
              error={isInvalid && age === null ? words.ageMissing : undefined}
            >
              <Select
                value={age ?? ''}
                onChange={(event) => onChange({ ...party, [key]: party[key].with(index, Number(event.target.value)) })}
              >
                <option value="" disabled>
                  {words.agePlaceholder}
                </option>
                {ages.map((years) => (
                  <option key={years} value={years}>
                    {years || words.underOne}
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

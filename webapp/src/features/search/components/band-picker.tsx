'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Icon, type IconName } from '@/components/ui/icon'
import * as words from '@/messages/search/filter-panel'
import { chosenInForcedColors } from '@/theme/forced-colors'
import { bandNames, hoursOf } from '../lib/bands-in-words'
import { type TimeBand, timeBandIds } from '../lib/filters'

const icons: Record<TimeBand, IconName> = { early_morning: 'dawn', morning: 'sun', afternoon: 'noon', evening: 'moon' }

const Root = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    gap: '2',
    '& button': {
      display: 'grid',
      gridTemplateColumns: 'auto 1fr',
      alignItems: 'center',
      columnGap: '2',
      minH: '3.75rem',
      p: '2',
      border: '1px solid {colors.line.strong}',
      borderRadius: 'md',
      textAlign: 'start',
      fontSize: 'micro',
      lineHeight: '1.3',
      color: 'fg.muted',
      cursor: 'pointer',
      '& svg': { color: 'link' },
      // A line of its own, which never breaks within the hours.
      '& span': { gridColumn: '1 / -1', mt: '1', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
      '& b': { fontSize: 'xs' },
    },
    '& [aria-pressed=true]': {
      bg: 'tint',
      borderColor: 'route',
      boxShadow: 'inset 0 0 0 1px {colors.route}',
      color: 'fg',
      ...chosenInForcedColors,
    },
  },
})

interface Props {
  label: string
  chosen: readonly TimeBand[]
  /** What a band would show. */
  noteOf: (band: TimeBand) => string | undefined
  onToggle: (band: TimeBand) => void
}

export function BandPicker({ label, chosen, noteOf, onToggle }: Props) {
  return (
    <Root role="group" aria-label={label}>
      {timeBandIds.map((band) => (
        <button key={band} type="button" aria-pressed={chosen.includes(band)} onClick={() => onToggle(band)}>
          <Icon name={icons[band]} />
          <b>{bandNames[band]}</b>
          <span>{hoursOf(band)}</span>
          <span className="note">{noteOf(band) ?? words.noSupply}</span>
        </button>
      ))}
    </Root>
  )
}

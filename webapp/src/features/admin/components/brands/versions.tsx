'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { BusyButton } from '@/components/ui/busy-button'
import { Card } from '@/components/ui/card'
import type { BrandHistory } from '@/lib/api/types'
import { formatMoment } from '@/lib/dates'
import * as words from '@/messages/admin/brands'

const SHOWN = 5

const Root = chakra(Card, {
  base: {
    p: '4',
    '& h3': { mb: '2' },
    '& li': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '2',
      minH: '11',
      borderTop: '1px solid {colors.line}',
      textStyle: 'sm',
    },
  },
})

interface Props {
  versions: BrandHistory['versions']
  isBusy: boolean
  onUndo: (to: number) => void
}

/** What was published before. Any of it can be live again. */
export function Versions({ versions, isBusy, onUndo }: Props) {
  const [live, ...earlier] = versions
  if (!live) return null
  return (
    <Root>
      <h3>{words.versions}</h3>
      <ul>
        <li>
          {words.version({ version: live.version, moment: formatMoment(live.changedAt) })}
          <strong>{words.liveNow}</strong>
        </li>
        {earlier.slice(0, SHOWN).map(({ version, changedAt }, place) => (
          <li key={version}>
            {words.version({ version, moment: formatMoment(changedAt) })}
            <BusyButton
              variant="outline"
              size="sm"
              isBusy={isBusy}
              aria-label={place === 0 ? words.undoTo({ version }) : words.restoreTo({ version })}
              onClick={() => onUndo(version)}
            >
              {place === 0 ? words.undo : words.restore}
            </BusyButton>
          </li>
        ))}
      </ul>
    </Root>
  )
}

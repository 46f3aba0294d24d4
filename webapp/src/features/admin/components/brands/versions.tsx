'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import type { BrandHistory } from '@/lib/api/types'
import { formatMoment } from '@/lib/dates'

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
      <h3>Versions</h3>
      <ul>
        <li>
          Version {live.version}, {formatMoment(live.changedAt)}
          <strong>Live</strong>
        </li>
        {earlier.slice(0, SHOWN).map(({ version, changedAt }, place) => (
          <li key={version}>
            Version {version}, {formatMoment(changedAt)}
            <Button
              variant="outline"
              size="sm"
              disabled={isBusy}
              aria-label={`${place === 0 ? 'Undo' : 'Restore'}: back to version ${version}`}
              onClick={() => onUndo(version)}
            >
              {place === 0 ? 'Undo' : 'Restore'}
            </Button>
          </li>
        ))}
      </ul>
    </Root>
  )
}

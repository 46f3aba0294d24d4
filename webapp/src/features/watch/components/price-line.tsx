'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import type { FareOnDay } from '@/lib/api/types'
import { HEIGHT, historyInWords, pointsOf, WIDTH } from '../lib/history'

const Root = chakra('figure', {
  base: {
    m: '0',
    '& svg': {
      display: 'block',
      w: 'full',
      maxW: '16rem',
      h: '8',
      // Time goes as the picture is drawn, whatever the language.
      direction: 'ltr',
      overflow: 'visible',
    },
    '& polyline': {
      fill: 'none',
      stroke: 'route',
      strokeWidth: '2',
      strokeLinejoin: 'round',
      strokeLinecap: 'round',
      vectorEffect: 'non-scaling-stroke',
      _highContrast: { stroke: 'CanvasText' },
    },
    '& figcaption': { textStyle: 'sm', color: 'fg', fontVariantNumeric: 'tabular-nums' },
  },
})

/** The price of each day as a line, for the eye alone: the words below it say the same. */
export function PriceLine({ history }: { history: readonly FareOnDay[] }) {
  const points = pointsOf(history)
  return (
    <Root>
      {points.length > 0 && (
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
          <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
        </svg>
      )}
      <figcaption>{historyInWords(history)}</figcaption>
    </Root>
  )
}

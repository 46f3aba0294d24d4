'use client'
import { chakra } from '@chakra-ui/react/styled-system'

const Root = chakra('svg', {
  base: {
    flex: 'none',
    w: '14',
    h: '5',
    color: 'route',
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: '1.75',
    overflow: 'visible',
    '& circle': { fill: 'currentColor', stroke: 'none' },
    '&[data-looping] path': {
      strokeDasharray: '1',
      animation: 'draw 1.8s cubic-bezier(0.2, 0, 0, 1) infinite',
    },
  },
})

/** From here to there: between two cities, or drawn over and over while a search runs. */
export function Arc({ isLooping }: { isLooping?: boolean }) {
  return (
    <Root viewBox="0 0 56 20" aria-hidden="true" focusable="false" data-looping={isLooping ? '' : undefined}>
      <path d="M4 16C18 2 38 2 52 16" pathLength="1" />
      <circle cx="4" cy="16" r="2.5" />
      <circle cx="52" cy="16" r="2.5" />
    </Root>
  )
}

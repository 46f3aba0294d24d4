'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { Container } from '@/components/ui/layout'
import * as words from '@/messages/search/results'

const SHOWN_MS = 6_000
/** Of the list, for its own words about the refresh to be read. */
const LEAST_SEEN_PX = 120

/** Takes no room: it lies over the lower edge of what stands above it, and takes no presses. */
const Root = chakra('div', {
  base: {
    position: 'relative',
    zIndex: '1',
    h: '0',
    pointerEvents: 'none',
    '& > div': { display: 'flex', justifyContent: 'flex-end' },
    '& p': {
      h: 'fit-content',
      transform: 'translateY(calc(-100% - {spacing.1}))',
      px: '3',
      py: '1',
      borderRadius: 'md',
      bg: 'deep',
      color: 'deep.fg',
      textStyle: 'xs',
      fontWeight: 'medium',
    },
  },
})

/**
 * Says at the button that a refresh has brought no newer prices, where prices of other dates push the list, which says so
 * too, below the window. Screen readers are told by `SearchNews`.
 */
export function RefreshNote({ list }: { list: RefObject<HTMLElement | null> }) {
  const [isShown, setShown] = useState(false)
  useLayoutEffect(() => {
    if (!list.current || list.current.getBoundingClientRect().top <= window.innerHeight - LEAST_SEEN_PX) return
    setShown(true)
    const timer = setTimeout(() => setShown(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [list])
  if (!isShown) return null
  return (
    <Root aria-hidden="true">
      <Container>
        <p data-deep>{words.noNewerPrices}</p>
      </Container>
    </Root>
  )
}

'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Hidden } from '@/components/ui/layout'
import { Skeleton } from '@/components/ui/skeleton'
import * as words from '@/messages/detail'

/** Fares side by side, on phones one under another. Its columns are the labels of radio buttons. */
export const Shelf = chakra('div', {
  base: {
    display: 'grid',
    gridAutoFlow: { md: 'column' },
    gridAutoColumns: { md: 'minmax(13rem, 1fr)' },
    overflowX: { md: 'auto' },
    scrollSnapType: { md: 'x proximity' },
    '& > *': {
      position: 'relative',
      display: 'grid',
      alignContent: 'start',
      gap: '3',
      p: { base: '4', md: '5' },
      scrollSnapAlign: 'start',
      borderColor: 'line',
      borderStyle: 'solid',
      borderWidth: { base: '1px 0 0', md: '0 0 0 1px' },
      _first: { borderWidth: '0' },
    },
    '& > label': { cursor: 'pointer', _hover: { bg: 'surface.inset' } },
    '& > label:has(:checked)': {
      bg: 'tint',
      boxShadow: 'inset 0 3px {colors.route}',
    },
    '& > label:has(:focus-visible)': { outline: '2px solid {colors.focus}', outlineOffset: '-2px' },
    '& input': {
      position: 'absolute',
      top: { base: '4', md: '5' },
      insetEnd: { base: '4', md: '5' },
      // Drawn here: the browser's own is a grey disc in the dark.
      appearance: { base: 'none', _highContrast: 'auto' },
      boxSize: '5',
      m: '0',
      bg: 'surface',
      border: '1.5px solid {colors.line.strong}',
      borderRadius: 'full',
      cursor: 'pointer',
      outline: 'none',
      _checked: { bg: 'route', borderColor: 'route', boxShadow: 'inset 0 0 0 3px {colors.surface}' },
    },
    '& .name': { pe: '8', color: 'ink' },
    '& .price': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'baseline',
      gap: '0 0.5rem',
      textStyle: 'price',
      fontSize: '1.375rem',
      color: 'ink',
      '& small': { textStyle: 'xs', fontWeight: 'medium', letterSpacing: '0', color: 'fg.muted' },
    },
  },
})

const columns = ['one', 'two', 'three']

/** As high as fares are, so that nothing moves when they come. */
export function FareSkeleton() {
  return (
    <>
      <Hidden role="status">{words.loadingFares}</Hidden>
      <Shelf>
        {columns.map((column) => (
          <div key={column}>
            <Skeleton h="6" w="40%" />
            <Skeleton h="6" w="60%" />
            <Skeleton h="5" />
            <Skeleton h="5" />
            <Skeleton h="5" />
            <Skeleton h="5" />
          </div>
        ))}
      </Shelf>
    </>
  )
}

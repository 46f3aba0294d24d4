'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { hopStyles } from '@/components/ui/hop'

/**
 * The list of offers and all its parts. A page may show hundreds of cards: one rule for the list in place of one for
 * each part keeps them cheap. Sizes follow the list's own width, so a card also fits beside the filters.
 */
export const OfferList = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '3',
    containerType: 'inline-size',
    scrollMarginTop: '6rem',
    outline: 'none',
    '& .sr': { srOnly: true },
    '& .departure': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '2' },
    // What is far from the screen is not drawn. A frame around the cards has room for outlines and shadows.
    '& .departure, & > .offer': {
      contentVisibility: 'auto',
      containIntrinsicBlockSize: 'auto 15rem',
      overflowClipMargin: '2rem',
    },
    '& > .departure': { m: '-1', p: '1' },
    // Below the first card, and its offers set in: they belong to it.
    '& .others': {
      justifySelf: 'start',
      maxW: 'full',
      lineHeight: '1.3',
      textAlign: 'start',
      whiteSpace: 'normal',
      flexShrink: '1',
      // Far from the screen a change of color would begin and not end.
      transitionProperty: 'background-color',
      '& svg': { flexShrink: '0', transition: 'rotate 200ms' },
      '&[aria-expanded=true] svg': { rotate: '180deg' },
    },
    '& .others ~ .offer': { ms: '6' },
    '& .offer': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) 14.5rem',
      bg: 'surface',
      border: '1px solid {colors.line}',
      borderRadius: 'lg',
      transition: 'box-shadow 200ms, border-color 200ms',
      _hover: { shadow: 'hover', borderColor: 'color-mix(in oklab, {colors.route} 55%, {colors.line})' },
    },
    '& .body': { display: 'grid', gap: '4', p: '1.25rem 1.5rem 1rem' },
    '& .slice': {
      display: 'grid',
      gridTemplateColumns: '2.5rem 9.25rem 6.75rem minmax(7rem, 1fr) 6.75rem',
      columnGap: '4',
      alignItems: 'center',
    },
    '& .who': {
      minW: '0',
      '& b': { display: 'block', fontSize: 'sm', lineHeight: '1.3' },
      '& > span:last-child': { display: 'block', textStyle: 'xs', color: 'fg.muted' },
    },
    '& .time': {
      display: 'block',
      textStyle: 'time',
      color: 'ink',
      whiteSpace: 'nowrap',
      '& sup': { ms: '0.5', fontSize: 'micro', color: 'warning.fg', letterSpacing: '0', lineHeight: '0' },
    },
    '& .place': { display: 'block', mt: '0.5', textStyle: 'xs', color: 'fg.muted', whiteSpace: 'nowrap' },
    '& .hop': { minW: '0', textAlign: 'center', textStyle: 'xs', color: 'fg.muted' },
    '& .length': { color: 'fg', fontWeight: 'medium', fontVariantNumeric: 'tabular-nums' },
    '& .stops': { display: 'block', mt: '1.5', overflow: 'hidden', whiteSpace: 'nowrap', textOverflow: 'ellipsis' },
    '& .direct b': { color: 'link' },
    '& .terms': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: '0.5rem 1rem',
      pt: '3',
      borderTop: '1px solid {colors.line}',
      textStyle: 'xs',
      color: 'fg.muted',
    },
    // As long as an airport's name: it may break.
    '& .airports': { py: '1', lineHeight: '1.2', whiteSpace: 'normal', '& svg': { flexShrink: '0' } },
    '& .bags': {
      display: 'flex',
      flexWrap: 'wrap',
      gap: '0.25rem 0.75rem',
      '& li': { display: 'inline-flex', alignItems: 'center', gap: '1' },
    },
    '& .buy': {
      display: 'flex',
      flexDirection: 'column',
      justifyContent: 'space-between',
      gap: '5',
      p: '6',
      borderStart: '1px solid {colors.line}',
      textAlign: 'end',
    },
    '& .price': { textStyle: 'price', color: 'ink' },
    '& .per': { mt: '2', textStyle: 'xs', color: 'fg.muted' },
    '& .distinction': { mb: '1', fontSize: 'micro', fontWeight: 'semibold', color: 'link' },
    '@container (max-width: 940px)': {
      '& .offer': { gridTemplateColumns: 'minmax(0, 1fr) 12rem' },
      '& .buy': { p: '5' },
      '& .slice': { gridTemplateColumns: '2.5rem 8.25rem 6.25rem minmax(6rem, 1fr) 6.25rem', columnGap: '3' },
      '& .stops': { whiteSpace: 'normal', '& b, & span': { display: 'block' } },
    },
    '@container (max-width: 720px)': {
      '& .slice': { gridTemplateColumns: '2.5rem 4.25rem minmax(5rem, 1fr) 6.75rem', rowGap: '3' },
      '& .who': { gridColumn: '2 / -1', gridRow: '1' },
      '& .depart': { gridColumn: '1 / 3', gridRow: '2' },
      '& .hop, & .arrive': { gridRow: '2' },
    },
    '@container (max-width: 560px)': {
      '& .offer': { gridTemplateColumns: 'minmax(0, 1fr)' },
      '& .others ~ .offer': { ms: '3' },
      '& .body': { p: '1rem 1rem 0.75rem' },
      '& .slice': {
        '--mark': '1.75rem',
        gridTemplateColumns: '1.75rem 4.625rem minmax(3.5rem, 1fr) 6.75rem',
        columnGap: '2',
        rowGap: '2',
      },
      '& .who': { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: '2' },
      '& .arrive': { textAlign: 'end' },
      '& .buy': {
        flexDirection: 'row',
        alignItems: 'center',
        px: '4',
        py: '4',
        borderStart: '0',
        borderTop: '1px solid {colors.line}',
        textAlign: 'start',
      },
      '& .price': { fontSize: '1.5rem' },
    },
    '@container (max-width: 340px)': { '& .others ~ .offer': { ms: '0' } },
    '@container (max-width: 320px)': {
      '& .slice': { gridTemplateColumns: '1.75rem 3rem minmax(2.5rem, 1fr) auto' },
      '& .time': { fontSize: 'lg' },
      '& .place': { fontSize: 'micro', whiteSpace: 'normal', '& b': { display: 'block' } },
      '& .buy': { flexDirection: 'column', alignItems: 'stretch' },
    },
    ...hopStyles,
  },
})

'use client'
import { chakra } from '@chakra-ui/react/styled-system'

/** One cell of the search strip: label, value and hint, whatever control it holds. */
export const Cell = chakra('div', {
  base: {
    position: 'relative',
    minW: '0',
    minH: { base: '4.25rem', md: '4.75rem' },
    borderColor: 'line',
    // Scrolled to the top it stands close under the site's header.
    scrollMarginTop: { base: '-1.75rem', md: '0' },
    '&:has(> .control:disabled)': { bg: 'surface.sunken', '& .value': { color: 'fg.muted', fontWeight: 'normal' } },
    '& .control': {
      // Labels stand on one line where an error makes a cell higher than its words: a button would center them.
      display: 'flex',
      flexDirection: 'column',
      justifyContent: 'flex-start',
      boxSize: 'full',
      px: '4',
      py: { base: '2', md: '3' },
      textAlign: 'start',
      cursor: 'pointer',
      borderRadius: 'lg',
      '&:hover:not(:disabled)': { bg: 'tint' },
      _disabled: { cursor: 'not-allowed' },
      _focusVisible: { outlineOffset: '-2px' },
    },
    '& .label, & .hint': {
      display: 'block',
      textStyle: 'xs',
      color: 'fg.muted',
      overflow: 'hidden',
      whiteSpace: 'nowrap',
      textOverflow: 'ellipsis',
    },
    '& .label': { fontWeight: 'medium' },
    '& .hint.error': {
      color: 'error.fg',
      fontWeight: 'medium',
      // As many lines as it needs; but one while a button is pressed, which would move away from under the pointer.
      whiteSpace: 'normal',
      'form:active &': { whiteSpace: 'nowrap' },
      '& svg': { display: 'inline', me: '1', verticalAlign: '-0.2em' },
    },
    '& .value': {
      display: 'block',
      w: 'full',
      minH: '1.51875rem',
      fontSize: 'lg',
      fontWeight: 'semibold',
      lineHeight: '1.35',
      letterSpacing: '-0.012em',
      color: 'ink',
      overflow: 'hidden',
      whiteSpace: 'nowrap',
      textOverflow: 'ellipsis',
      fontVariantNumeric: 'tabular-nums',
      bg: 'transparent',
      outline: 'none',
      _placeholder: { color: 'fg.muted', fontWeight: 'normal' },
    },
    '&:has(> .control [aria-invalid=true])': {
      borderRadius: 'lg',
      outline: '2px solid {colors.error.fg}',
      outlineOffset: '-2px',
    },
    '&:has(input:focus-visible)': { outline: '2px solid {colors.focus}', outlineOffset: '-2px', borderRadius: 'lg' },
  },
})

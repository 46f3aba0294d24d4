'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Icon, type IconName } from '@/components/ui/icon'
import * as words from '@/messages/components/seats'
import { drawnInForcedColors } from '@/theme/forced-colors'
import type { SeatKind } from './cabin'

/** A seat that cannot be chosen, where the traveller's own colours are forced and every other fill is dropped. */
const inGrayText = (backgroundImage: string) =>
  ({
    forcedColorAdjust: 'none',
    backgroundColor: 'Canvas',
    backgroundImage,
    borderColor: 'GrayText',
    color: 'GrayText',
  }) as const

const stroke = (angle: string) =>
  `linear-gradient(${angle}, transparent calc(50% - 0.75px), GrayText 0 calc(50% + 0.75px), transparent 0)`

/** Looks of a seat, for the chart and the legend: `.seat` and what it is. Each state has a shape, not only a colour. */
export const seatStyles = {
  '--seat': '2.25rem',
  '& .none, & .facility': {
    flex: 'none',
    w: 'calc(var(--span, 1) * var(--seat) + (var(--span, 1) - 1) * var(--gap, 0px))',
    h: 'var(--seat)',
  },
  '& .facility': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '1',
    overflow: 'hidden',
    border: '1px dashed {colors.line.strong}',
    borderRadius: 'sm',
    textStyle: 'micro',
    color: 'fg.muted',
  },
  '& .seat': {
    position: 'relative',
    flex: 'none',
    // Clear of what sticks to the edges of the window when the keyboard leads here.
    scrollMarginBlock: '9rem',
    display: 'grid',
    placeItems: 'center',
    boxSize: 'var(--seat)',
    p: '0',
    bg: 'surface',
    border: '1.5px solid {colors.route}',
    borderRadius: '0.5rem 0.5rem 0.25rem 0.25rem',
    fontSize: 'micro',
    fontWeight: 'semibold',
    color: 'ink',
  },
  '& button.seat': { cursor: 'pointer' },
  '& button.seat:enabled:not(.mine, .theirs):hover': { bg: 'tint.strong' },
  '& .legroom': { borderTopWidth: '5px', bg: 'tint' },
  '& .preferred::before': {
    content: '""',
    position: 'absolute',
    top: '0',
    right: '0',
    boxSize: '0.75rem',
    bg: 'route',
    borderTopRightRadius: '0.375rem',
    clipPath: 'polygon(0 0, 100% 0, 100% 100%)',
    ...drawnInForcedColors('CanvasText'),
  },
  '& .free::after': {
    content: '""',
    position: 'absolute',
    bottom: '0.5',
    boxSize: '1.5',
    borderRadius: 'full',
    border: '1.5px solid {colors.route}',
  },
  // Steps back: what can be had is what one looks for.
  '& .seat.taken': {
    borderColor: 'transparent',
    cursor: 'not-allowed',
    backgroundImage:
      'repeating-linear-gradient(135deg, color-mix(in oklab, {colors.ink} 14%, {colors.surface}) 0 1.5px, color-mix(in oklab, {colors.ink} 5%, {colors.surface}) 1.5px 6px)',
    backgroundClip: 'border-box',
    color: 'fg.muted',
    backgroundOrigin: 'border-box',
    _highContrast: inGrayText('repeating-linear-gradient(135deg, GrayText 0 1px, Canvas 1px 7px)'),
  },
  // An outline alone: nobody is sold it.
  '& .seat.unavailable': { bg: 'transparent', border: '1.5px dashed {colors.line.strong}', cursor: 'not-allowed' },
  // Its bars stand on either side of the rows.
  '& .seat.wing': {
    bg: 'transparent',
    borderColor: 'transparent',
    borderInline: '4px solid {colors.line.strong}',
    borderRadius: '0',
    _highContrast: { forcedColorAdjust: 'none', borderInlineColor: 'CanvasText' },
  },
  '& .seat.barred': {
    borderColor: 'line.strong',
    borderStyle: 'dashed',
    cursor: 'not-allowed',
    backgroundImage:
      'linear-gradient(45deg, transparent calc(50% - 0.75px), {colors.fg.muted} 0 calc(50% + 0.75px), transparent 0), linear-gradient(-45deg, transparent calc(50% - 0.75px), {colors.fg.muted} 0 calc(50% + 0.75px), transparent 0)',
    _highContrast: inGrayText(`${stroke('45deg')}, ${stroke('-45deg')}`),
  },
  '& .seat.mine': {
    bg: 'solid',
    borderColor: 'solid',
    borderRadius: 'full',
    color: 'solid.contrast',
    boxShadow: 'inset 0 0 0 2px {colors.solid}, inset 0 0 0 4px {colors.surface}',
    _highContrast: {
      forcedColorAdjust: 'none',
      bg: 'Highlight',
      borderColor: 'Highlight',
      color: 'HighlightText',
      boxShadow: 'inset 0 0 0 2px Highlight, inset 0 0 0 4px Canvas',
    },
  },
  '& .seat.theirs': { bg: 'surface', border: '2.5px solid {colors.ink}', borderRadius: 'full' },
} as const

const List = chakra('ul', {
  base: {
    // In a row above a tablet's chart, in a column beside a desk's.
    display: { base: 'grid', md: 'flex', lg: 'grid' },
    flexWrap: 'wrap',
    gridTemplateColumns: { base: 'repeat(auto-fill, minmax(8.5rem, 1fr))', lg: '1fr' },
    rowGap: '3',
    columnGap: { base: '3', md: '6' },
    textStyle: 'sm',
    '& li': { display: 'grid', gridTemplateColumns: '2.25rem 1fr', gap: '3', alignItems: 'center' },
    '& small': { display: 'block', textStyle: 'xs', color: 'fg.muted' },
    ...seatStyles,
    '--seat': '1.875rem',
  },
})

export interface LegendEntry {
  look:
    | SeatKind
    | `${SeatKind} free`
    | 'free'
    | 'taken'
    | 'unavailable'
    | 'barred'
    | 'mine'
    | 'theirs'
    | 'wing'
    | 'facility'
  label: string
  note?: string
  mark?: string
  icon?: IconName
}

export function SeatLegend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <List aria-label={words.legend}>
      {entries.map(({ look, label, note, mark, icon }) => (
        <li key={label}>
          <span className={icon ? look : `seat ${look}`} aria-hidden="true">
            {icon ? <Icon name={icon} size="sm" /> : mark}
          </span>
          <span>
            {label}
            {note && <small>{note}</small>}
          </span>
        </li>
      ))}
    </List>
  )
}

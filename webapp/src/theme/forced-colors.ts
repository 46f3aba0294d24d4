/**
 * Looks for forced colours (the contrast themes of Windows). A browser drops fills, shadows and gradients there, so a
 * state that only these show needs a look in the system colours that the traveller chose.
 */

/** One that is chosen among several: filled as the system fills what is selected. */
export const chosenInForcedColors = {
  _highContrast: {
    forcedColorAdjust: 'none',
    bg: 'Highlight',
    color: 'HighlightText',
    '& *': { bg: 'transparent', color: 'inherit' },
  },
} as const

/** A line or a bar that a fill draws. */
export const drawnInForcedColors = (color: 'CanvasText' | 'GrayText' | 'Highlight') =>
  ({ _highContrast: { forcedColorAdjust: 'none', bg: color, opacity: '1' } }) as const

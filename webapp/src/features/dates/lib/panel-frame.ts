/** The room above and below the panel of other dates, and what stands in its place. */
export const panelRoom = {
  mt: { base: '4', md: '6' },
  mb: '5',
  // The toolbar has its own room below it.
  'div + &': { mt: '0' },
} as const

/** The panel, and the frame that keeps its place. */
export const panelFrame = {
  ...panelRoom,
  bg: 'surface',
  border: '1px solid {colors.line}',
  borderRadius: 'lg',
} as const

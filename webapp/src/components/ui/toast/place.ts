/** From here on a page has a second column, and nothing of its own at the bottom of the window. */
export const DESK = '(min-width: 68.8125rem)'

/**
 * Where a toast covers nothing that is needed while it is read: on large screens in the corner under the second column;
 * elsewhere, where the bottom has the way on and the middle the seats, over the header.
 */
export const placeOf = (isDesk: boolean) =>
  isDesk
    ? ({ placement: 'bottom-end', offsets: { top: '1rem', right: '1rem', bottom: '1rem', left: '1rem' } } as const)
    : ({ placement: 'top', offsets: { top: '0.5rem', right: '1rem', bottom: '1rem', left: '1rem' } } as const)

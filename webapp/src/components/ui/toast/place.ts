import { PHONE } from '@/lib/use-media'

/** From here on a page has a second column, and nothing of its own at the bottom of the window. */
const DESK = '(min-width: 68.8125rem)'

const sides = { right: '1rem', bottom: '1rem', left: '1rem' }

/**
 * Where a toast covers nothing that is needed while it is read: on large screens in the corner under the second column;
 * elsewhere, where the bottom has the way on and the middle the seats, at the top. There it lies over a phone's header,
 * and under that of a tablet, which holds the links to all pages.
 */
export function placeOf(matches: (query: string) => boolean) {
  if (matches(DESK)) return { placement: 'bottom-end', offsets: { ...sides, top: '1rem' } } as const
  if (matches(PHONE)) return { placement: 'top', offsets: { ...sides, top: '0.5rem' } } as const
  return { placement: 'top-end', offsets: { ...sides, top: '7.25rem' } } as const
}

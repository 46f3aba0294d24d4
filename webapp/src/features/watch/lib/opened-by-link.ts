import { readStored, store } from '@/lib/storage'

const KEY = 'watchesByLink'

/**
 * Notes whether a mailed link opens the list of this tab. Its token is never kept: it stays good and ends watches, so a
 * reload takes the list away and the link brings it back.
 */
export const noteOpenedByLink = (isOpened: boolean) => store('sessionStorage', KEY, isOpened)

/** Whether the link of a mail has opened a list in this tab, and opens it again. */
export const wasOpenedByLink = () => readStored<boolean>('sessionStorage', KEY) === true

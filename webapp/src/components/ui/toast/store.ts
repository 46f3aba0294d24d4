import { createToaster } from '@chakra-ui/react/toast'
import { PHONE } from '@/lib/use-media'

/** The banner and the header before anything is scrolled, and a little air. */
const BELOW_HEADER = '7.25rem'

/**
 * Under the header and over the head of the page, where nothing is to be pressed: a toast at the bottom would lie on
 * the phone's bar, on the total, or on the ticket.
 */
export const toaster = createToaster({
  placement: window.matchMedia(PHONE).matches ? 'top' : 'top-end',
  offsets: { top: BELOW_HEADER, right: '1rem', bottom: '1rem', left: '1rem' },
  max: 1,
  hotkey: ['F8'],
  pauseOnPageIdle: true,
})

import { createToaster } from '@chakra-ui/react/toast'
import { PHONE } from '@/lib/use-media'

export const toaster = createToaster({
  placement: window.matchMedia(PHONE).matches ? 'top' : 'bottom-end',
  max: 1,
  hotkey: ['F8'],
  duration: 6000,
  pauseOnPageIdle: true,
})

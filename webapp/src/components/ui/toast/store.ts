import { createToaster } from '@chakra-ui/react/toast'

export const toaster = createToaster({
  placement: 'bottom-end',
  max: 1,
  hotkey: ['F8'],
  duration: 6000,
  pauseOnPageIdle: true,
})

import { createToaster } from '@chakra-ui/react/toast'
import { DESK, placeOf } from './place'

export const toaster = createToaster({
  ...placeOf(window.matchMedia(DESK).matches),
  max: 1,
  hotkey: ['F8'],
  pauseOnPageIdle: true,
})

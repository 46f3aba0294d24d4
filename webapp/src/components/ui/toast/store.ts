import { createToaster } from '@chakra-ui/react/toast'
import { placeOf } from './place'

export const toaster = createToaster({
  ...placeOf((query) => window.matchMedia(query).matches),
  max: 1,
  hotkey: ['F8'],
  pauseOnPageIdle: true,
})

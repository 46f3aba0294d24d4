import { createToaster } from '@chakra-ui/react/toast'
import { placeOf } from './place'

const place = () => placeOf((query) => window.matchMedia(query).matches)

export const toaster = createToaster({
  ...place(),
  max: 1,
  hotkey: ['F8'],
  pauseOnPageIdle: true,
})

/** The window may have another width than when the toasts were loaded: a phone is turned, a window made narrow. */
export const placeToasts = () => Object.assign(toaster.attrs, place())

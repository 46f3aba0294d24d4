import { vi } from 'vitest'
import { PHONE } from '@/lib/use-media'

/** The window is as narrow as a phone's until the test ends. */
export const onPhone = () =>
  vi
    .spyOn(window, 'matchMedia')
    .mockImplementation(
      (query) =>
        Object.assign(new EventTarget(), { matches: query === PHONE, media: query }) as unknown as MediaQueryList,
    )

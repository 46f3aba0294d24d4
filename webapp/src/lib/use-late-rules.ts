'use client'
import { useCallback, useEffect, useState } from 'react'
import type { FieldValues, Resolver } from 'react-hook-form'
import { usePressOver } from './use-press-over'

/**
 * The rules of a form, fetched once it is drawn: the page is there sooner without them, and what is sent before they
 * are there waits for them. `load` is the same from render to render. Where they do not come, not even when something
 * is sent, the page says so: until then what was typed stays. What they find waits for the end of a press: the error of a
 * field that is left by pressing a button moves the button away.
 */
export function useLateRules<Fields extends FieldValues, Context, Output>(
  load: () => Promise<Resolver<Fields, Context, Output>>,
): Resolver<Fields, Context, Output> {
  const [failure, setFailure] = useState<unknown>(null)
  const pressOver = usePressOver()
  useEffect(() => {
    load().catch((error: unknown) => console.warn('The rules of a form could not be loaded yet', error))
  }, [load])
  if (failure) throw failure
  return useCallback(
    async (...asked) => {
      const rules = await load().catch(setFailure)
      await pressOver()
      // Unjudged, nothing is sent: the page is about to say that it did not load.
      return rules ? rules(...asked) : new Promise<never>(() => undefined)
    },
    [load, pressOver],
  )
}

'use client'
import { useCallback, useEffect, useState } from 'react'
import type { FieldValues, Resolver } from 'react-hook-form'

/**
 * The rules of a form, fetched once it is drawn: the page is there sooner without them, and what is sent before they are
 * there waits for them. `load` is the same from render to render. Where they do not come the page says so.
 */
export function useLateRules<Fields extends FieldValues, Context, Output>(
  load: () => Promise<Resolver<Fields, Context, Output>>,
): Resolver<Fields, Context, Output> {
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    load().catch(setFailure)
  }, [load])
  if (failure) throw failure
  return useCallback(async (...asked) => (await load())(...asked), [load])
}

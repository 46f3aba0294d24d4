'use client'
import { useCallback, useEffect, useRef } from 'react'
import { watchPresses } from './presses'

/**
 * Waits for the end of what the visitor presses, for two seconds at most and not at all where nothing is pressed: what
 * is put into the page between a press and its end moves the pressed button away, and the press is lost.
 */
export function usePressOver(): () => Promise<void> {
  const isPressed = useRef(false)
  const waiting = useRef<(() => void)[]>([])

  useEffect(() => {
    const onPress = () => {
      isPressed.current = true
    }
    const onEnd = () => {
      isPressed.current = false
      for (const goOn of waiting.current.splice(0)) goOn()
    }
    const unwatch = watchPresses(onPress, onEnd)
    return () => {
      unwatch()
      onEnd()
    }
  }, [])

  return useCallback(async () => {
    if (isPressed.current) await new Promise<void>((resolve) => waiting.current.push(resolve))
  }, [])
}

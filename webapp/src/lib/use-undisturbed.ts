'use client'
import { useEffect, useRef, useState } from 'react'
import { watchPresses } from './presses'

/**
 * The latest `value`, though while the visitor presses something, for two seconds at most, the one before it: a page
 * that is replaced between the press and its end takes the pressed button away, and the press is lost. A `value` that
 * is an object must be the same one until it changes.
 */
export function useUndisturbed<Value>(value: Value): Value {
  const [shown, setShown] = useState(value)
  const latest = useRef(value)
  const isPressed = useRef(false)

  useEffect(() => {
    latest.current = value
    if (!isPressed.current) setShown(() => value)
  }, [value])

  useEffect(() => {
    const onPress = () => {
      isPressed.current = true
    }
    const onEnd = () => {
      isPressed.current = false
      setShown(() => latest.current)
    }
    return watchPresses(onPress, onEnd)
  }, [])

  return shown
}

'use client'
import { useEffect, useRef, useState } from 'react'

/** A press becomes a click only after the pointer or key was let go; on a touch screen a moment later. */
const CLICK_MS = 100
/** A press whose end nobody tells, as of a pointer let go in another window, holds nothing back for longer. */
const LONGEST_PRESS_MS = 2_000

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

function watchPresses(onPress: () => void, onEnd: () => void): () => void {
  const watch = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const endAfter = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(onEnd, ms)
  }
  const press = (event: Event) => {
    if (!mayClick(event)) return
    onPress()
    endAfter(LONGEST_PRESS_MS)
  }
  const release = () => endAfter(CLICK_MS)
  const options = { capture: true, signal: watch.signal }
  for (const name of ['pointerdown', 'keydown']) document.addEventListener(name, press, options)
  for (const name of ['pointerup', 'pointercancel', 'keyup']) document.addEventListener(name, release, options)
  // A key that is held while the window is left comes up in another one.
  window.addEventListener('blur', release, options)
  return () => {
    watch.abort()
    clearTimeout(timer)
  }
}

/** Only the first button clicks, and no key but the space bar does so as it comes up. */
function mayClick(event: Event) {
  return event instanceof KeyboardEvent ? event.key === ' ' : (event as PointerEvent).button === 0
}

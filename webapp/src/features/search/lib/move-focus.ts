import { reveal } from '@/lib/reveal'

/** Moves the focus. The page scrolls to it for keyboard users only: under a mouse or a finger it stays where it is. */
export function moveFocus(element: HTMLElement | null | undefined) {
  element?.focus({ preventScroll: true })
  if (element?.matches(':focus-visible')) reveal(element)
}

'use client'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Text } from '@/components/ui/layout'
import * as words from '@/messages/components/offer/airline-wait'

/** Airlines answer most reads sooner. */
const SLOW_MS = 3000

interface Props extends ComponentProps<typeof Text> {
  /** Comes into sight after 3 s: what was pressed may stand in the bar of phones, far from this line. */
  comesIntoSight?: boolean
}

/** A line of a loading state: what it says at first, and after 3 s what the page waits for. */
export function AirlineWait({ children, comesIntoSight = false, ...props }: Props) {
  const [isSlow, setSlow] = useState(false)
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (isSlow && comesIntoSight) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isSlow, comesIntoSight])
  return (
    <Text ref={line} role="status" color="fg.muted" scrollMarginY="6rem" {...props}>
      {isSlow ? words.airlineWait : children}
    </Text>
  )
}

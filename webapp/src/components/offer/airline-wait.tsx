'use client'
import { type ComponentProps, useEffect, useState } from 'react'
import { Text } from '@/components/ui/layout'

/** Airlines answer most reads sooner. */
const SLOW_MS = 3000

/** The server gives an airline 40 s to answer a read of an offer or a seat map. */
const words = 'The airline is checking price and seats. This can take up to 40 seconds.'

/** A line of a loading state: what it says at first, and after 3 s what the page waits for. */
export function AirlineWait({ children, ...props }: ComponentProps<typeof Text>) {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Text role="status" color="fg.muted" {...props}>
      {isSlow ? words : children}
    </Text>
  )
}

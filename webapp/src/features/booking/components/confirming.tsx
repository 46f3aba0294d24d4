'use client'
import type { ReactNode } from 'react'
import { Arc } from '@/components/ui/arc'
import { Card } from '@/components/ui/card'
import { Box, Text } from '@/components/ui/layout'
import { strong } from '@/components/ui/strong'
import * as words from '@/messages/booking/confirming'

interface Props {
  title?: string
  /** How far it has come. */
  progress: string
  children?: ReactNode
  /** Takes the focus where the view comes in the place of a form. */
  heading?: (element: HTMLElement | null) => void
}

/** The calm wait for the airline: nothing here can be pressed that books or pays again. */
export function Confirming({ title = words.title, progress, children, heading }: Props) {
  return (
    <Card maxW="40rem" mx="auto" px={{ base: '5', md: '10' }} py="10" textAlign="center">
      <Box mb="6" css={{ '& svg': { w: '12rem', h: '4.25rem', mx: 'auto' } }}>
        <Arc isLooping />
      </Box>
      <Box as="h1" ref={heading} tabIndex={heading && -1} outline="none">
        {title}
      </Box>
      <Text mt="3" color="fg.muted" role="status">
        {words.progress({ progress, strong })}
      </Text>
      {children}
    </Card>
  )
}

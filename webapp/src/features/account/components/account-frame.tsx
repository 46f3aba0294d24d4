'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import { Container, Stack, Text } from '@/components/ui/layout'

const Arcs = chakra('svg', {
  base: {
    w: '7.5rem',
    h: '2.5rem',
    mb: '4',
    fill: 'none',
    stroke: 'route',
    strokeWidth: '1.75',
    overflow: 'visible',
    '& .dim': { stroke: 'line.strong', strokeDasharray: '2 4' },
    '& circle': { fill: 'surface' },
    '& .end': { fill: 'route' },
  },
})

interface Props {
  title: string
  lead: string
  children: ReactNode
  /** The way to the other form. */
  footer: ReactNode
}

/** A small form on a page of its own. */
export function AccountFrame({ title, lead, children, footer }: Props) {
  return (
    <Container py={{ base: '6', md: '12' }}>
      <Card maxW="30rem" mx="auto" p={{ base: '5', md: '8' }}>
        <Arcs viewBox="0 0 120 40" aria-hidden="true" focusable="false">
          <path className="dim" d="M60 36C76 12 100 12 116 36" />
          <path d="M4 36C20 8 44 8 60 36" />
          <circle className="end" cx="4" cy="36" r="3.5" />
          <circle cx="60" cy="36" r="3.5" />
          <circle cx="116" cy="36" r="3.5" />
        </Arcs>
        <h1>{title}</h1>
        <Text mt="1" mb="6" color="fg.muted">
          {lead}
        </Text>
        {children}
      </Card>
      <Stack mt="4" justifyItems="center" textStyle="sm" color="fg.muted">
        {footer}
      </Stack>
    </Container>
  )
}

'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'
import { Box, Container, Text } from '@/components/ui/layout'

const Root = chakra('section', { base: { pt: { base: '12', md: '20' } } })

export function Section({ children }: { children: ReactNode }) {
  return (
    <Root>
      <Container>{children}</Container>
    </Root>
  )
}

export function SectionHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box maxW="38rem" mb="8">
      <chakra.h2 textStyle="h1">{title}</chakra.h2>
      <Text mt="2" color="fg.muted">
        {children}
      </Text>
    </Box>
  )
}

'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Box, Text } from '@/components/ui/layout'
import { RichText } from './rich-text'

/** What a page is about. */
export function PageHead({ title, lead }: { title: string; lead: string }) {
  return (
    <Box maxW="68ch">
      <chakra.h1 textStyle="h1">
        <RichText>{title}</RichText>
      </chakra.h1>
      <Text mt="3" fontSize={{ base: 'md', md: 'lg' }} color="fg.muted">
        <RichText>{lead}</RichText>
      </Text>
    </Box>
  )
}

'use client'
import { chakra } from '@chakra-ui/react/styled-system'

/** The heading of a card: a section of the page, in the size of a card. */
export const CardTitle = chakra('h2', { base: { '&&': { textStyle: 'h3' } } })

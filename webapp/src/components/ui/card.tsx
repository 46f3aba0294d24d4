'use client'
import { chakra, defineRecipe } from '@chakra-ui/react/styled-system'

const recipe = defineRecipe({
  base: { bg: 'surface', border: '1px solid {colors.line}', borderRadius: 'lg' },
  variants: { padded: { true: { p: { base: '4', md: '6' } } } },
})

/** A flat sheet with a hairline. Sections inside are divided by hairlines too; a card never holds a card. */
export const Card = chakra('div', recipe)

/** The strip at a card's foot that carries the sum the card is about. */
export const CardAmount = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '4',
    px: { base: '4', md: '6' },
    py: '4',
    bg: 'surface.inset',
    borderTop: '1px solid {colors.line}',
    borderRadius: '0 0 0.75rem 0.75rem',
  },
})

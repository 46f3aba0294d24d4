'use client'
import { chakra, defineRecipe } from '@chakra-ui/react/styled-system'

const recipe = defineRecipe({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    minH: '6',
    px: '2',
    borderRadius: 'sm',
    fontSize: 'micro',
    fontWeight: 'semibold',
    lineHeight: '1',
    whiteSpace: 'nowrap',
    '& svg': { boxSize: '3.5' },
  },
  variants: {
    variant: {
      default: { bg: 'solid', color: 'solid.contrast' },
      secondary: { bg: 'tint', color: 'ink' },
      outline: { boxShadow: 'inset 0 0 0 1px {colors.line.strong}', color: 'ink' },
      success: { bg: 'success.soft', color: 'success.fg' },
      warning: { bg: 'warning.soft', color: 'warning.fg' },
      info: { bg: 'info.soft', color: 'info.fg' },
      destructive: { bg: 'error.soft', color: 'error.fg' },
    },
  },
  defaultVariants: { variant: 'default' },
})

export const Badge = chakra('span', recipe)

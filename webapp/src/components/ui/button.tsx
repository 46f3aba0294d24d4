'use client'
import { chakra, defineRecipe } from '@chakra-ui/react/styled-system'
import { AppLink } from './app-link'

const recipe = defineRecipe({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    border: '1px solid transparent',
    borderRadius: 'md',
    fontWeight: 'semibold',
    lineHeight: '1.1',
    textDecoration: 'none',
    whiteSpace: 'nowrap',
    cursor: 'button',
    flexShrink: '0',
    transitionProperty: 'background-color, border-color, color',
    transitionDuration: 'fast',
    transitionTimingFunction: 'out',
    '&:disabled, &[aria-disabled=true]': {
      bg: 'surface.sunken',
      color: 'fg.muted',
      borderColor: 'transparent',
      cursor: 'not-allowed',
    },
  },
  variants: {
    variant: {
      default: { bg: 'solid', color: 'solid.contrast', borderColor: 'solid.edge', _hover: { bg: 'solid.hover' } },
      destructive: { bg: 'error.solid', color: '#ffffff', _hover: { bg: 'error.hover' } },
      outline: { bg: 'surface', color: 'ink', borderColor: 'line.strong', _hover: { bg: 'tint' } },
      secondary: { bg: 'tint', color: 'ink', _hover: { bg: 'tint.strong' } },
      ghost: { bg: 'transparent', color: 'link', _hover: { bg: 'tint' } },
      link: { bg: 'transparent', color: 'link', textDecoration: 'underline' },
      // For deep grounds only.
      glass: { bg: 'deep.glass', color: 'deep.fg', borderColor: 'deep.edge', _hover: { bg: 'deep.glassHover' } },
      accent: {
        bg: 'accent',
        color: 'accent.contrast',
        _hover: { bg: 'color-mix(in oklab, {colors.accent} 86%, #ffffff)' },
      },
    },
    size: {
      default: { minH: '11', px: '5', fontSize: 'label' },
      sm: { minH: '9', px: '3', fontSize: 'sm' },
      lg: { minH: '13', px: '6', fontSize: 'md' },
      xl: { minH: '16', px: '8', fontSize: '1.0625rem' },
      icon: { boxSize: '11', p: '0' },
    },
    block: { true: { w: 'full' } },
  },
  compoundVariants: [{ variant: 'link', css: { px: '0' } }],
  defaultVariants: { variant: 'default', size: 'default' },
})

export const Button = chakra('button', recipe, { defaultProps: { type: 'button' } })

/** A link inside the site that looks like a button. */
export const ButtonLink = chakra(AppLink, recipe)

/** The same for tel:, mailto: and anchors. */
export const ButtonAnchor = chakra('a', recipe)

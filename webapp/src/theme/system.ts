import { defaultBaseConfig } from '@chakra-ui/react/preset-base'
import { createSystem, defineConfig } from '@chakra-ui/react/styled-system'
import { slotRecipes } from './recipes'
import { semanticTokens } from './semantic'
import { breakpoints, textStyles, tokens } from './tokens'

const keyframes = {
  'fade-in': { from: { opacity: '0' } },
  'fade-out': { to: { opacity: '0' } },
  'rise-in': { from: { opacity: '0', translate: '0 4px' } },
  'sheet-in': { from: { translate: '0 100%' } },
  'drawer-in': { from: { translate: '100% 0' } },
  shimmer: { from: { backgroundPosition: '100% 0' }, to: { backgroundPosition: '-50% 0' } },
  // Draws a path whose pathLength is 1.
  draw: { from: { strokeDashoffset: '1' }, to: { strokeDashoffset: '0' } },
}

const heading = (textStyle: string) => ({ textStyle, color: 'ink', textWrap: 'balance' })

const globalCss = {
  html: { scrollBehavior: 'smooth', textSizeAdjust: '100%', scrollPaddingTop: '6rem' },
  // With the keyboard at once: the next key may come first, and the browser then leaves its target out of sight.
  'html:has(:focus-visible)': { scrollBehavior: 'auto' },
  body: {
    fontFamily: 'body',
    textStyle: 'body',
    color: 'fg',
    bg: 'canvas',
    fontOpticalSizing: 'auto',
    // Whatever an airline or a brand calls itself: no word is wider than its place.
    overflowWrap: 'break-word',
  },
  h1: heading('h1'),
  h2: heading('h2'),
  h3: heading('h3'),
  h4: heading('h4'),
  svg: { flexShrink: '0' },
  'b, strong': { fontWeight: 'semibold', color: 'ink' },
  a: { color: 'link', textDecoration: 'underline', textUnderlineOffset: '0.2em', textDecorationThickness: '1px' },
  'time, output': { fontVariantNumeric: 'tabular-nums' },
  '::placeholder': { color: 'fg.muted', opacity: '1' },
  ':focus-visible': { outline: '2px solid {colors.focus}', outlineOffset: '2px' },
  '[data-deep] :focus-visible': { outlineColor: 'accent' },
}

/**
 * The rules for the whole page stand in the export, and making them again would cost a phone a tenth of a second before
 * the page answers. A browser makes only those of the components that it draws.
 */
const isExport = typeof window === 'undefined'

const config = defineConfig({
  preflight: isExport,
  cssVarsPrefix: 'ui',
  // Declared again inside .brand-scope, so that a preview with --brand-* values of its own derives its own roles.
  cssVarsRoot: ':where(:root, .brand-scope)',
  globalCss: isExport ? globalCss : {},
  theme: { breakpoints, keyframes, tokens, semanticTokens, textStyles, slotRecipes },
})

const made = createSystem(defaultBaseConfig, config)

export const system = isExport ? made : { ...made, _global: [] }

import { defineTokens } from '@chakra-ui/react/styled-system'

const v = <T>(value: T) => ({ value })
const named = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, v(value)]))

/** A grid of 4 px: the step is the name, as in `p="6"` = 24 px. */
const steps = [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 18, 20, 24]
const scale = Object.fromEntries(steps.map((step) => [String(step), v(`${step * 0.25}rem`)]))

export const tokens = defineTokens({
  spacing: { ...scale, gutter: v('clamp(1rem, 4vw, 2rem)') },
  sizes: { ...scale, full: v('100%'), max: v('max-content'), container: v('75rem'), dialog: v('32rem') },
  fonts: { body: v('var(--brand-font)'), heading: v('var(--brand-font)') },
  fontSizes: named({
    micro: '0.75rem',
    xs: '0.8125rem',
    sm: '0.875rem',
    label: '0.9375rem',
    md: '1rem',
    lg: '1.125rem',
    time: '1.375rem',
    price: '1.75rem',
    h2: 'clamp(1.25rem, 1.1rem + 0.6vw, 1.5rem)',
    h1: 'clamp(1.625rem, 1.35rem + 1.1vw, 2.125rem)',
    display: 'clamp(2.125rem, 1.5rem + 2.4vw, 3.25rem)',
  }),
  fontWeights: named({
    normal: '400',
    medium: '500',
    semibold: 'var(--brand-strong-weight)',
    bold: 'var(--brand-heading-weight)',
  }),
  radii: named({
    xs: '0.125rem',
    sm: '0.25rem',
    md: '0.5rem',
    lg: '0.75rem',
    xl: '1rem',
    full: '999px',
    l1: '0.25rem',
    l2: '0.5rem',
    l3: '0.75rem',
  }),
  durations: named({ fast: '120ms', moderate: '200ms', slow: '320ms', route: '900ms' }),
  easings: named({ out: 'cubic-bezier(0.2, 0, 0, 1)', in: 'cubic-bezier(0.4, 0, 1, 1)' }),
  shadows: named({
    // Tinted, long and soft; only what floats has one.
    hover: '0 1px 2px {colors.shadow.near}, 0 6px 16px -8px {colors.shadow.far}',
    popover: '0 2px 4px {colors.shadow.near}, 0 16px 32px -12px {colors.shadow.far}',
    dialog: '0 4px 8px {colors.shadow.near}, 0 32px 64px -20px {colors.shadow.deep}',
  }),
  zIndex: {
    raised: v(1),
    header: v(10),
    bar: v(20),
    popover: v(30),
    overlay: v(40),
    modal: v(50),
    toast: v(60),
    tooltip: v(70),
  },
  cursor: named({ button: 'pointer', disabled: 'not-allowed', slider: 'pointer' }),
})

/** phone < 768 px, tablet from `md`, desktop from `lg`. */
export const breakpoints = { sm: '30rem', md: '48rem', lg: '68.8125rem', xl: '80rem' }

const text = (
  fontSize: string,
  lineHeight: string,
  fontWeight?: string,
  letterSpacing?: string,
  more?: Record<string, string>,
) => v({ fontSize, lineHeight, fontWeight, letterSpacing, ...more })
const figures = { fontVariantNumeric: 'tabular-nums' }

export const textStyles = {
  display: text('display', '1.06', 'bold', '-0.032em'),
  h1: text('h1', '1.16', 'bold', 'var(--brand-heading-tracking)'),
  h2: text('h2', '1.25', 'bold', '-0.014em'),
  h3: text('lg', '1.35', 'bold', '-0.008em'),
  h4: text('md', '1.4', 'bold'),
  price: text('price', '1.1', 'bold', '-0.03em', figures),
  time: text('time', '1.15', 'semibold', '-0.02em', figures),
  body: text('md', '1.5'),
  sm: text('sm', '1.45'),
  xs: text('xs', '1.4'),
  micro: text('micro', '1.3'),
}

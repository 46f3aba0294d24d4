import { defineSemanticTokens } from '@chakra-ui/react/styled-system'

const mix = (a: string, percent: number, b: string) => `color-mix(in oklab, ${a} ${percent}%, ${b})`

const brand = {
  primary: 'var(--brand-primary)',
  secondary: 'var(--brand-secondary)',
  accent: 'var(--brand-accent)',
  background: 'var(--brand-background)',
  text: 'var(--brand-text)',
}

/** One role, both themes: the browser picks by `color-scheme`, so the first frame is right without a script. */
const role = (light: string, dark = light) => ({ value: light === dark ? light : `light-dark(${light}, ${dark})` })

const lightSurface = mix('#ffffff', 60, brand.background)
const darkSurface = mix(brand.secondary, 16, '#141918')
const lightInk = mix(brand.text, 62, mix(brand.secondary, 30, '#000'))

/** Hue of the seed for marks, readable words, a soft ground. */
const status = (mark: string, light: [fg: string, soft: string], dark: [fg: string, strength: number]) => ({
  mark: role(mark),
  fg: role(light[0], dark[0]),
  soft: role(light[1], mix(dark[0], dark[1], '#141918')),
})

export const semanticTokens = defineSemanticTokens({
  colors: {
    page: role(brand.background, mix(brand.secondary, 16, '#0b0f0e')),
    canvas: role(mix(brand.primary, 4.5, brand.background), mix(brand.secondary, 14, '#090c0c')),
    surface: {
      DEFAULT: role(lightSurface, darkSurface),
      inset: role(mix(brand.primary, 3, lightSurface), mix(brand.secondary, 20, '#191f1e')),
      sunken: role(mix(lightInk, 7, lightSurface), mix('#f3f7f6', 9, darkSurface)),
    },
    tint: {
      DEFAULT: role(mix(brand.primary, 10, brand.background), mix(brand.primary, 26, '#141918')),
      strong: role(mix(brand.primary, 18, brand.background), mix(brand.primary, 40, '#141918')),
    },
    deep: {
      DEFAULT: role(mix(brand.secondary, 62, '#020806'), mix(brand.secondary, 40, '#040807')),
      raised: role(mix(brand.secondary, 82, '#020806'), mix(brand.secondary, 60, '#040807')),
      fg: role('#ffffff'),
      muted: role(mix(brand.accent, 12, '#d3dcda')),
      line: role(mix('#ffffff', 18, 'transparent')),
      edge: role(mix('#ffffff', 50, 'transparent')),
      glass: role(mix('#ffffff', 10, 'transparent')),
      glassHover: role(mix('#ffffff', 18, 'transparent')),
    },
    ink: role(lightInk, '#f3f7f6'),
    fg: {
      DEFAULT: role(brand.text, '#dbe2e0'),
      muted: role(mix(brand.text, 78, brand.background), '#a6b1ae'),
    },
    line: {
      DEFAULT: role(mix(lightInk, 13, brand.background), mix('#ffffff', 13, darkSurface)),
      // Edges of controls: 3:1 against the surface.
      strong: role(mix(lightInk, 52, brand.background), mix('#ffffff', 46, darkSurface)),
    },
    solid: {
      DEFAULT: role('var(--brand-solid)'),
      hover: role('var(--brand-solid-hover)'),
      contrast: role('var(--brand-on-solid)'),
      // Sets a dark brand's button off from a dark surface.
      edge: role('transparent', mix('var(--brand-link-dark)', 55, 'transparent')),
    },
    link: role('var(--brand-link)', 'var(--brand-link-dark)'),
    route: role('var(--brand-solid)', 'var(--brand-link-dark)'),
    focus: role('var(--brand-solid)', 'var(--brand-link-dark)'),
    accent: { DEFAULT: role(brand.accent), contrast: role('var(--brand-on-accent)') },
    error: {
      // Nearer to rose than the seed: beside a brand's orange, links and errors would be the same salmon.
      ...status('#ff4d4f', ['#b3171b', '#ffeef2'], ['#ff94ac', 16]),
      solid: role('#c8252a'),
      hover: role('#a91b20'),
    },
    success: status('#52c41a', ['#2a6b07', '#eff9e8'], ['#93dd6b', 15]),
    warning: status('#faad14', ['#7f5200', '#fff6e0'], ['#f8c766', 15]),
    info: status('#1890ff', ['#0b5cad', '#ecf5ff'], ['#8cc6ff', 16]),
    shadow: {
      near: role(mix(lightInk, 6, 'transparent'), 'rgb(0 0 0 / 0.4)'),
      far: role(mix(lightInk, 22, 'transparent'), 'rgb(0 0 0 / 0.7)'),
      deep: role(mix(lightInk, 38, 'transparent'), 'rgb(0 0 0 / 0.85)'),
    },
    scrim: role(mix(mix(brand.secondary, 62, '#020806'), 62, 'transparent'), 'rgb(2 5 4 / 0.72)'),
  },
})

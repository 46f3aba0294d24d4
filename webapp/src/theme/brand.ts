import type { Brand, Theme } from '@/lib/api/types'

const channels = (hex: string) =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number]
const toHex = (rgb: readonly number[]) =>
  `#${rgb
    .map((c) =>
      Math.round(Math.min(255, Math.max(0, c)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string) {
  const [r, g, b] = channels(hex).map((c) => {
    const part = c / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

export function contrast(one: string, other: string) {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

export const textOn = (hex: string) => (luminance(hex) > 0.5 ? '#000000' : '#ffffff')

/** A brand of a dark ground, on which white reads better than black, has no light theme. */
export const isDark = ({ background }: Theme) => contrast(background, '#ffffff') > contrast(background, '#000000')

export const shift = (hex: string, by: number) => toHex(channels(hex).map((c) => c + by))

/**
 * The CSS variables of a brand. The server has computed the shades that reach contrast (`theme.variables`);
 * the seeds and the fixed shifts of the theme contract follow from the record itself.
 */
export function brandVariables(theme: Theme): Record<string, string> {
  return {
    '--brand-primary': theme.primary,
    '--brand-secondary': theme.secondary,
    '--brand-accent': theme.accent,
    '--brand-background': theme.background,
    '--brand-text': theme.text,
    '--brand-font': `"${theme.font} Variable", ${theme.font}, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif`,
    '--brand-on-primary': textOn(theme.primary),
    '--brand-muted': shift(theme.background, -20),
    '--brand-border': shift(theme.background, -10),
    '--brand-card': shift(theme.background, 5),
    // `initial` is no value at all: what a dark brand had set before gives way to the visitor's own choice.
    '--brand-scheme': isDark(theme) ? 'dark' : 'initial',
    ...Object.fromEntries(theme.variables.map(({ name, value }) => [name, value])),
  }
}

/** Makes a loaded brand the page's look. The gateway has written the same values already; this keeps them up to date. */
export function applyBrand(brand: Brand, root: HTMLElement = document.documentElement) {
  for (const [name, value] of Object.entries(brandVariables(brand.theme))) root.style.setProperty(name, value)
  if (brand.logo) favicon().href = brand.logo
}

function favicon() {
  const existing = document.querySelector<HTMLLinkElement>('link[rel~=icon]')
  if (existing) return existing
  const link = document.createElement('link')
  link.rel = 'icon'
  document.head.append(link)
  return link
}

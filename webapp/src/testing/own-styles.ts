/**
 * What the theme says of an element itself, or of what it holds: `inside` is the rest of such a selector. Its layers are not
 * known to the styles that jsdom computes.
 */
export function ownStyles({ classList }: Element, inside = '') {
  const all = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
  return new RegExp(`\\.${[...classList].at(-1)}${inside} \\{ ([^}]+)\\}`).exec(all.join())?.[1]
}

'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { AppLink } from '@/components/ui/app-link'
import { routes } from '@/lib/routes'
import { useBrand } from '@/providers/brand-provider'

const Root = chakra(AppLink, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    minH: '11',
    color: 'ink',
    textDecoration: 'none',
    fontWeight: 'bold',
    fontSize: { base: '1.3125rem', md: '1.125rem', lg: '1.3125rem' },
    letterSpacing: '-0.03em',
    lineHeight: '1.1',
    '& img': { maxH: '10', w: 'auto' },
    '& svg': { boxSize: '9', color: 'link' },
    '& .far': { fill: 'surface' },
  },
  variants: { onDeep: { true: { color: 'deep.fg', '& svg': { color: 'accent' }, '& .far': { fill: 'deep' } } } },
})

/** The brand's logo, at most 40 px high; without one, its name in type beside the sign of a route. */
export function BrandLogo({ onDeep }: { onDeep?: boolean }) {
  const brand = useBrand()
  return (
    <Root href={routes.home} onDeep={onDeep} data-brand-text>
      {brand.logo ? (
        // biome-ignore lint/performance/noImgElement: the export has no image server, and the logo is the brand's file.
        <img src={brand.logo} alt={brand.name} height={40} />
      ) : (
        <>
          <svg
            viewBox="0 0 36 36"
            fill="none"
            stroke="currentColor"
            strokeWidth="2.5"
            strokeLinecap="round"
            aria-hidden="true"
          >
            <path d="M6.5 26C9 12.5 19 6 29.5 10" />
            <path d="M6.5 26c6-6.5 13-8.5 19-5.5" opacity="0.55" />
            <circle cx="6.5" cy="26" r="3" fill="currentColor" stroke="none" />
            <circle className="far" cx="29.5" cy="10" r="3" />
          </svg>
          {brand.name}
        </>
      )}
    </Root>
  )
}

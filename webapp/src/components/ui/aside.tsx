import { chakra } from '@chakra-ui/react/styled-system'

/** Two cards beside the page's main part: above each other on a desk, where they stay in sight, side by side on a tablet. */
export const Aside = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 15rem', lg: 'minmax(0, 1fr)' },
    gap: '4',
    position: { lg: 'sticky' },
  },
})

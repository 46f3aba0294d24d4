'use client'
import { chakra } from '@chakra-ui/react/styled-system'

const bar = (percent: number) => `color-mix(in oklab, {colors.ink} ${percent}%, {colors.surface})`

/** A bar in the place of a word that is on its way. Readers are told once, by the list's own status. */
export const Skeleton = chakra('span', {
  base: {
    display: 'block',
    h: '3.5',
    borderRadius: 'sm',
    backgroundImage: `linear-gradient(100deg, ${bar(8)} 40%, ${bar(4)} 50%, ${bar(8)} 60%)`,
    backgroundSize: '300% 100%',
    animation: 'shimmer 1.8s linear infinite',
  },
})

/** Of what scrolls sideways: the edges beyond which there is more fade. `useScrollEdges` says which, as `data-more`. */
export const fadedEdges = {
  '&[data-more]': {
    '--left': '#000',
    '--right': '#000',
    maskImage: 'linear-gradient(90deg, var(--left), #000 2.5rem, #000 calc(100% - 2.5rem), var(--right))',
  },
  '&[data-more~=left]': { '--left': 'transparent' },
  '&[data-more~=right]': { '--right': 'transparent' },
} as const

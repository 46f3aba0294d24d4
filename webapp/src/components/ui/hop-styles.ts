/** Styles of the stop bar, for the root of whatever shows one. */
export const hopStyles = {
  '& .hop-line': {
    position: 'relative',
    h: '1.375rem',
    mx: '1.5',
    '& svg': {
      position: 'absolute',
      inset: '0',
      boxSize: 'full',
      overflow: 'visible',
      fill: 'none',
      stroke: 'route',
      strokeWidth: '1.75',
    },
    '& .wait': { stroke: 'line.strong', strokeDasharray: '2 3', strokeWidth: '1.5' },
    '& i': {
      position: 'absolute',
      bottom: '-0.21875rem',
      boxSize: '2',
      borderRadius: 'full',
      translate: '-50% 0',
      bg: 'surface',
      boxShadow: 'inset 0 0 0 1.75px {colors.route}',
    },
    '& i.end': { bg: 'route' },
  },
} as const

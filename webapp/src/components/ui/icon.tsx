/** The drawings of all icons: a grid of 24, strokes of 1.6. */
const paths = {
  alert: 'M12 4 2.8 20h18.4L12 4Z M12 10v4.5M12 17.3v.1',
  'arrow-left': 'M20 12H4.5m0 0L10 6.5M4.5 12 10 17.5',
  'arrow-right': 'M4 12h15.5m0 0-5.5-5.5M19.5 12 14 17.5',
  bassinet: 'M4 10.5h16a8 8 0 0 1-16 0Z M12 10.5v-6a6 6 0 0 0-6 6M8 20.5h8',
  bell: 'M6 17v-6.5a6 6 0 0 1 12 0V17l1.5 1.5h-15L6 17Z M10 21.2h4M12 4.5V3',
  'bag-cabin':
    'M8 7.5h8a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-8a2 2 0 0 1 -2 -2v-8a2 2 0 0 1 2 -2Z M9.5 7.5v-4h5v4M9 19.5v1.7M15 19.5v1.7M10 11v5M14 11v5',
  'bag-checked':
    'M5.5 7h13a2 2 0 0 1 2 2v9a2 2 0 0 1 -2 2h-13a2 2 0 0 1 -2 -2v-9a2 2 0 0 1 2 -2Z M8.5 7V4.5h7V7M8 7v13M16 7v13',
  'bag-personal': 'M6 9.5h12l1 11H5l1-11Z M9 9.5V7a3 3 0 0 1 6 0v2.5',
  calendar:
    'M5.5 5.5h13a2 2 0 0 1 2 2v11a2 2 0 0 1 -2 2h-13a2 2 0 0 1 -2 -2v-11a2 2 0 0 1 2 -2Z M3.5 10h17M8 3v4M16 3v4',
  card: 'M4.8 5h14.4a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-14.4a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2Z M2.8 9.8h18.4M6.5 15h4',
  check: 'm5 12.5 4.5 4.5L19 7',
  'chevron-down': 'm6 9.5 6 6 6-6',
  'chevron-right': 'm9.5 6 6 6-6 6',
  closet: 'M5.5 3.5h13v17h-13v-17Z M12 3.5v17M9.8 11v2.5M14.2 11v2.5',
  clock: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0 -17 0 M12 7v5.2l3.3 2',
  close: 'm6 6 12 12M18 6 6 18',
  contrast: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0 -17 0 M12 3.5v17M12 8h7.5M12 12h8.5M12 16h7.5',
  copy: 'M10.5 8.5h8a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-8a2 2 0 0 1 -2 -2v-8a2 2 0 0 1 2 -2Z M15.5 8.5V5.5a2 2 0 0 0-2-2h-8a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h3',
  dawn: 'M3 18h18M6.5 18a5.5 5.5 0 0 1 11 0M12 4.5V8M12 4.5 9.8 6.7M12 4.5l2.2 2.2',
  edit: 'M4 20h4L19.5 8.5l-4-4L4 16v4ZM13 7l4 4',
  filter:
    'M4 7h9M17.5 7H20M4 17h2.5M11 17h9 M12.9 7a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0 -4.6 0 M6.5 17a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0 -4.6 0',
  info: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0 -17 0 M12 11.2v5M12 7.8v.1',
  lavatory: 'M6.5 3.5h4v7M6.5 3.5v7h11.5c0 3.6-2.5 5.5-5.5 5.5H9l1 4.5h5l-.7-4.7',
  list: 'M8.5 6.5h12M8.5 12h12M8.5 17.5h12M4 6.5v.1M4 12v.1M4 17.5v.1',
  lock: 'M6.5 10.5h11a2 2 0 0 1 2 2v6a2 2 0 0 1 -2 2h-11a2 2 0 0 1 -2 -2v-6a2 2 0 0 1 2 -2Z M8 10.5V7.7a4 4 0 0 1 8 0v2.8M12 14.5v2',
  'log-out': 'M14 4.5H6a1.5 1.5 0 0 0-1.5 1.5v12A1.5 1.5 0 0 0 6 19.5h8M10 12h10m0 0-4-4m4 4-4 4',
  map: 'm3.5 6 5.7-2.3 5.6 2.3 5.7-2.3V18l-5.7 2.3-5.6-2.3L3.5 20.3V6Z M9.2 3.7V18M14.8 6v14.3',
  meal: 'M7 3.5v17M4.5 3.5v4.3a2.5 2.5 0 0 0 5 0V3.5M17 20.5V3.5c-2 1-3.3 3.5-3.3 7.3H17',
  menu: 'M3.5 7h17M3.5 12h17M3.5 17h17',
  minus: 'M5 12h14',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z',
  noon: 'M3 18h18M6.5 18a5.5 5.5 0 0 1 11 0M12 5v3.5M4.5 9.5l2 1.7M19.5 9.5l-2 1.7',
  ok: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0 -17 0 M8.3 12.2l2.6 2.6 4.8-5.3',
  phone:
    'M5 3.5h3.5l1.8 4.5-2.3 1.7a12.5 12.5 0 0 0 6.3 6.3l1.7-2.3 4.5 1.8V19a1.8 1.8 0 0 1-1.9 1.8C10.7 20.4 3.6 13.3 3.2 5.4A1.8 1.8 0 0 1 5 3.5Z',
  pin: 'M12 21c4.5-4.6 6.8-8 6.8-11A6.8 6.8 0 0 0 5.2 10c0 3 2.3 6.4 6.8 11Z M9.6 10a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0 -4.8 0',
  plane: 'M3 13.5 21 5l-5 15-4.3-5.5L3 13.5Z M21 5 11.7 14.5V20l2.4-3',
  plus: 'M12 5v14M5 12h14',
  power: 'M9 3v5M15 3v5M6.5 8h11v3.5a5.5 5.5 0 0 1-11 0V8ZM12 17v4',
  receipt: 'M6 3.5h12v17l-2.4-1.6L13.8 20.5 12 19l-1.8 1.5-1.8-1.6L6 20.5v-17Z M9 8.5h6M9 12.5h6',
  refresh: 'M19.5 8A8.3 8.3 0 1 0 20.3 13M20 3.5V8h-4.5',
  search: 'M4.5 11a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0 M16 16l4.5 4.5',
  seat: 'M6.5 3.5 8 14h8.5a2 2 0 0 1 2 2v4.5M8 14l-.5 3.5h7V20.5M5 11l1 8',
  settings:
    'M9 12a3 3 0 1 0 6 0a3 3 0 1 0 -6 0 M12 3.5v3M12 17.5v3M3.5 12h3M17.5 12h3M6 6l2.1 2.1M15.9 15.9 18 18M18 6l-2.1 2.1M8.1 15.9 6 18',
  shield: 'M12 3 4.5 6v5.5c0 4.5 3 7.8 7.5 9.5 4.5-1.7 7.5-5 7.5-9.5V6L12 3Z M8.8 12l2.3 2.3 4.2-4.5',
  stairs: 'M3.5 19.5h4.3v-4.3h4.3v-4.3h4.3V6.5h4.1',
  sun: 'M8 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0 M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4',
  swap: 'M4 8.5h15m0 0-3.5-3.5M20 15.5H5m0 0 3.5 3.5',
  trash: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 13h9.4l.8-13M10.3 11v5.5M13.7 11v5.5',
  upload: 'M12 16V4.5m0 0L7 9.5M12 4.5l5 5M4 16v4h16v-4',
  user: 'M8 8a4 4 0 1 0 8 0a4 4 0 1 0 -8 0 M4.5 20.5c.8-4.2 3.7-6.2 7.5-6.2s6.7 2 7.5 6.2',
  wifi: 'M3.5 9.5a13 13 0 0 1 17 0M6.5 13a8.5 8.5 0 0 1 11 0M9.5 16.3a4 4 0 0 1 5 0M12 19.3v.1',
} as const

export type IconName = keyof typeof paths

const sizes = { sm: '1rem', md: '1.25rem', lg: '1.5rem' }

/** Always beside a word or under an `aria-label`, so hidden from readers. */
export function Icon({ name, size = 'md' }: { name: IconName; size?: keyof typeof sizes }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={sizes[size]}
      height={sizes[size]}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  )
}

'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Icon } from '@/components/ui/icon'
import type { Point } from '@/content/article'
import { RichText } from './rich-text'

const two = 'repeat(2, minmax(0, 1fr))'

const List = chakra('ul', {
  base: {
    display: 'grid',
    gap: '4',
    mt: '5',
    '& li': {
      display: 'grid',
      gridTemplateColumns: 'auto minmax(0, 1fr)',
      alignContent: 'start',
      columnGap: '4',
      p: '5',
      bg: 'surface',
      border: '1px solid {colors.line}',
      borderRadius: 'lg',
    },
    '& .mark': {
      gridRow: '1 / 3',
      display: 'grid',
      placeItems: 'center',
      boxSize: '10',
      bg: 'tint',
      color: 'link',
      borderRadius: 'md',
    },
    '& h3': { textStyle: 'h4', mb: '1' },
    '& p': { textStyle: 'sm', color: 'fg.muted' },
  },
  variants: {
    columns: {
      2: { gridTemplateColumns: { base: 'minmax(0, 1fr)', md: two } },
      3: { gridTemplateColumns: { base: 'minmax(0, 1fr)', md: two, lg: 'repeat(3, minmax(0, 1fr))' } },
    },
  },
})

interface Props {
  of: readonly Point[]
  columns: 2 | 3
}

/** Short words side by side, each under its drawing. */
export function Tiles({ of, columns }: Props) {
  return (
    <List columns={columns}>
      {of.map(({ icon, title, text }) => (
        <li key={title}>
          <span className="mark">
            <Icon name={icon} />
          </span>
          <h3>{title}</h3>
          <p>
            <RichText>{text}</RichText>
          </p>
        </li>
      ))}
    </List>
  )
}

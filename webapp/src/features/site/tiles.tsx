'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { RichText } from './rich-text'

const List = chakra('ul', {
  base: {
    display: 'grid',
    gap: { base: '5', md: '8' },
    mt: '6',
    '& li': { borderTop: '2px solid {colors.route}', pt: '3' },
    '& h3': { textStyle: 'h4', mb: '1' },
  },
  variants: {
    columns: {
      3: { gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' } },
      4: {
        gridTemplateColumns: {
          base: 'minmax(0, 1fr)',
          md: 'repeat(2, minmax(0, 1fr))',
          lg: 'repeat(4, minmax(0, 1fr))',
        },
      },
    },
  },
})

interface Props {
  of: readonly { title: string; text: string }[]
  columns: 3 | 4
}

/** Short words side by side, under a rule in the brand's colour. */
export function Tiles({ of, columns }: Props) {
  return (
    <List columns={columns}>
      {of.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <RichText>{text}</RichText>
        </li>
      ))}
    </List>
  )
}

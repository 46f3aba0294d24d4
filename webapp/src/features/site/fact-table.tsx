'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Hidden } from '@/components/ui/layout'
import type { FactTable as Content } from '@/content/article'
import { RichText } from './rich-text'

const Table = chakra('table', {
  base: {
    w: 'full',
    mt: '4',
    borderCollapse: 'collapse',
    textStyle: 'sm',
    fontVariantNumeric: 'tabular-nums',
    '& th, & td': {
      py: '3',
      pr: '4',
      textAlign: 'left',
      verticalAlign: 'top',
      borderBottom: '1px solid {colors.line}',
    },
    '& th': { color: 'ink', fontWeight: 'semibold' },
    '& thead th': { color: 'fg.muted', fontWeight: 'medium' },
  },
})

/** Facts by row; the first cell names the row. */
export function FactTable({ caption, columns, rows }: Content & { caption: string }) {
  return (
    <Table>
      <caption>
        <Hidden>{caption}</Hidden>
      </caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...facts]) => (
          <tr key={[name, ...facts].join()}>
            <th scope="row">{name}</th>
            {facts.map((fact, index) => (
              <td key={columns[index + 1]}>
                <RichText>{fact}</RichText>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

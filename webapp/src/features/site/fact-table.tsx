'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Hidden } from '@/components/ui/layout'
import type { FactTable as Content } from '@/content/article'
import { RichText } from './rich-text'

const Sheet = chakra('div', {
  base: { mt: '4', overflow: 'hidden', bg: 'surface', border: '1px solid {colors.line}', borderRadius: 'lg' },
})

const Table = chakra('table', {
  base: {
    w: 'full',
    borderCollapse: 'collapse',
    textStyle: 'sm',
    fontVariantNumeric: 'tabular-nums',
    '& th, & td': {
      py: '3',
      // Three columns fit a phone of 320 px.
      px: { base: '2.5', md: '5' },
      textAlign: 'start',
      verticalAlign: 'baseline',
    },
    '& th:first-of-type': { ps: { base: '4', md: '5' } },
    '& tbody tr': { borderTop: '1px solid {colors.line}' },
    '& th': { color: 'ink', fontWeight: 'medium' },
    '& thead th': { bg: 'surface.inset', color: 'fg.muted', textStyle: 'xs' },
    '& [data-short]': { whiteSpace: { md: 'nowrap' } },
    '& [data-money]': { color: 'ink', fontWeight: 'semibold' },
  },
})

const isMoney = (fact: string) => fact.startsWith('$')
/** An amount or a time, which is read as one. */
const isShort = (fact: string) => fact.length <= 8

/** Facts by row; the first cell names the row. */
export function FactTable({ caption, columns, rows }: Content & { caption: string }) {
  return (
    <Sheet>
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
                <td
                  key={columns[index + 1]}
                  data-money={isMoney(fact) ? '' : undefined}
                  data-short={isShort(fact) ? '' : undefined}
                >
                  <RichText>{fact}</RichText>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Sheet>
  )
}

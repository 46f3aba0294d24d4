'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Card } from '@/components/ui/card'
import { CardTitle } from '@/components/ui/card-title'
import { Icon } from '@/components/ui/icon'
import type { Slice } from '@/lib/api/types'
import { includedBags } from '@/lib/flights'

const List = chakra('ul', {
  base: {
    display: 'grid',
    gap: '3',
    mt: '4',
    textStyle: 'sm',
    '& li': { display: 'flex', alignItems: 'center', gap: '3' },
    '& svg': { color: 'link' },
  },
})

const words = (count: number, kind: string) =>
  count === 0 ? `No ${kind} bag included` : `${count} ${kind} ${count === 1 ? 'bag' : 'bags'} each`

export function BagsCard({ slices }: { slices: readonly Slice[] }) {
  const bags = includedBags(slices)
  return (
    <Card as="section" padded aria-labelledby="bags-included">
      <CardTitle id="bags-included">Bags included</CardTitle>
      <List>
        <li>
          <Icon name="bag-cabin" />
          {words(bags.carry_on, 'cabin')}
        </li>
        <li>
          <Icon name="bag-checked" />
          {words(bags.checked, 'checked')}
        </li>
      </List>
    </Card>
  )
}

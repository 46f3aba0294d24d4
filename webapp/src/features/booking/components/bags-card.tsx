'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Card } from '@/components/ui/card'
import { CardTitle } from '@/components/ui/card-title'
import { Icon } from '@/components/ui/icon'
import type { Slice } from '@/lib/api/types'
import { bagsLabel, includedBags } from '@/lib/flights'

const List = chakra('ul', {
  base: {
    display: 'grid',
    gap: '3',
    mt: '4',
    textStyle: 'sm',
    '& li': { display: 'flex', alignItems: 'center', gap: '3' },
    '& svg': { color: 'link' },
    '& [data-none], & [data-none] svg': { color: 'fg.muted' },
  },
})

export function BagsCard({ slices }: { slices: readonly Slice[] }) {
  const bags = includedBags(slices)
  return (
    <Card as="section" padded aria-labelledby="bags-included">
      <CardTitle id="bags-included">Bags included</CardTitle>
      <List>
        <li data-none={bags.carry_on === 0 ? '' : undefined}>
          <Icon name="bag-cabin" />
          {bagsLabel(bags.carry_on, 'cabin')}
        </li>
        <li data-none={bags.checked === 0 ? '' : undefined}>
          <Icon name="bag-checked" />
          {bagsLabel(bags.checked, 'checked')}
        </li>
      </List>
    </Card>
  )
}

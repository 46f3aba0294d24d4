import { chakra } from '@chakra-ui/react/styled-system'
import { strong } from '@/components/ui/strong'
import type { Amount, Slice } from '@/lib/api/types'
import { type Coverage, piecesInWords } from '@/lib/bags'
import { formatTotal } from '@/lib/money'
import * as words from '@/messages/lib/bags'

/** A bag that was bought beside those of the fare, and whose it is. */
export interface BagOf {
  passenger: string
  kind: string
  weightKg: number | null
  /** Null where it is not known. */
  coverage: Coverage | null
  quantity: number
  /** Of all its pieces. */
  price: Amount
}

const List = chakra('ul', { base: { textStyle: 'sm', color: 'fg.muted', '& strong': { color: 'fg' } } })

interface Props {
  slices: readonly Pick<Slice, 'segments'>[]
  bags: readonly BagOf[]
}

/** The extra bags of a trip, each in a line with its price. */
export const BookedBags = ({ slices, bags }: Props) => (
  <List aria-label={words.extraBags}>
    {bags.map((bag) => (
      <li key={`${bag.passenger} ${bag.kind} ${bag.weightKg} ${bag.coverage}`}>
        {words.ofPassenger({
          passenger: bag.passenger,
          bags: piecesInWords(slices, bag),
          price: formatTotal(bag.price.amount, bag.price.currency),
          strong,
        })}
      </li>
    ))}
  </List>
)

'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { useId, useRef } from 'react'
import { Hidden } from '@/components/ui/layout'
import { StepButton } from '@/components/ui/step-button'
import { bagInside, bagName } from '@/lib/bags'
import { holdPlace } from '@/lib/hold-place'
import * as words from '@/messages/booking/bags'
import { useBags, useTrip } from '../../hooks/booking-contexts'
import { isSameBag, quantityOf, rivalOf, type SoldBag, withQuantity } from '../../lib/bag-choices'
import { offeredWords } from '../../lib/bag-words'
import { BagProblem } from './bag-problem'

const Root = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '0.5rem 1rem',
    py: '3',
    '& b': { display: 'block', fontSize: 'label', fontWeight: 'medium', color: 'ink' },
    '& .stepper': { display: 'flex', alignItems: 'center', gap: '2' },
    '& .stepper > b': { minW: '6', textAlign: 'center', fontWeight: 'semibold', fontVariantNumeric: 'tabular-nums' },
    '& .problem': { gridColumn: '1 / -1' },
  },
})

interface Props {
  bag: SoldBag
  /** Whose bag it would be, within a sentence. */
  name: string
  onPress: (bag: SoldBag) => void
}

/** One bag that a traveler may add, and how many pieces of it they take. */
export function BagLine({ bag, name, onPress }: Props) {
  const { offer, bags } = useTrip()
  const { save, refused } = useBags()
  const whyId = useId()
  const stepper = useRef<HTMLDivElement>(null)
  const quantity = quantityOf(bags, bag)
  const why = useWhyNoMore(bag, quantity)
  const problem = refused.find((one) => isSameBag(one.bag, bag))
  // Bags above it may say that this one shuts them, and a notice that is read goes.
  const take = (next: number) =>
    holdPlace(stepper.current, () => {
      save(withQuantity(bags, bag, next), bag)
      onPress(bag)
    })
  const what = { bag: bagInside(offer.slices, bag), name }
  return (
    <Root>
      <div>
        <b>{bagName(bag)}</b>
        <small>{offeredWords(offer.slices, bag)}</small>
        {why && (
          <small>
            <span aria-hidden="true">{why.seen}</span>
            <Hidden id={whyId}>{why.read}</Hidden>
          </small>
        )}
      </div>
      <div ref={stepper} className="stepper">
        <StepButton
          icon="minus"
          aria-label={words.remove(what)}
          isResting={quantity === 0}
          onPress={() => take(quantity - 1)}
        />
        <b aria-hidden="true">{quantity}</b>
        <Hidden>{words.chosen({ count: quantity })}</Hidden>
        <StepButton
          icon="plus"
          aria-label={words.add(what)}
          aria-describedby={why ? whyId : undefined}
          isResting={why !== null}
          onPress={() => take(quantity + 1)}
        />
      </div>
      {problem && (
        <div className="problem">
          <BagProblem isFirst={problem.isFirst}>{problem.message}</BagProblem>
        </div>
      )}
    </Root>
  )
}

/**
 * Why no other piece of a bag can be added; null where one can. In few words for the eye, which sees the other bag: the
 * list moves by a line.
 */
function useWhyNoMore(bag: SoldBag, quantity: number) {
  const { offer, bags } = useTrip()
  const rival = rivalOf(bags, bag)
  if (rival) {
    const shut = rival.quantity < rival.most ? words.shut : words.shutByMost
    return { seen: words.shutShort, read: shut({ bag: bagInside(offer.slices, rival) }) }
  }
  const most = words.most({ count: bag.most })
  return quantity >= bag.most ? { seen: most, read: most } : null
}

import { Skeleton } from '@/components/ui/skeleton'

function SliceSkeleton() {
  return (
    <div className="slice">
      <Skeleton h="var(--mark, 2.5rem)" />
      <div className="who">
        <Skeleton w="6rem" />
        <Skeleton w="4rem" mt="2" />
      </div>
      <div className="when depart">
        <Skeleton w="3.5rem" h="5" />
        <Skeleton w="5rem" mt="2" />
      </div>
      <div className="hop">
        <Skeleton w="3rem" mx="auto" />
        <Skeleton h="2px" mt="4" />
        <Skeleton w="5rem" mx="auto" mt="4" />
      </div>
      <div className="when arrive">
        <Skeleton w="3.5rem" h="5" />
        <Skeleton w="5rem" mt="2" />
      </div>
    </div>
  )
}

/** The grid of a real card, so that nothing jumps when the offers come. */
export function OfferSkeleton({ hasReturn }: { hasReturn: boolean }) {
  return (
    <div className="offer" aria-hidden="true">
      <div className="body">
        <SliceSkeleton />
        {hasReturn && <SliceSkeleton />}
        <div className="terms">
          <Skeleton w="6rem" />
          <Skeleton w="9rem" />
        </div>
      </div>
      <div className="buy">
        <div>
          <Skeleton display="inline-block" verticalAlign="top" w="6rem" h="7" />
          <Skeleton w="8rem" mt="2" ms="auto" />
        </div>
        <Skeleton h="11" minW="8rem" />
      </div>
      <div className="foot">
        <div className="tools">
          <Skeleton w="5rem" />
        </div>
      </div>
    </div>
  )
}

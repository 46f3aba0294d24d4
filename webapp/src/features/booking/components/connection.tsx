import { Button } from '@/components/ui/button'
import { Row } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'

interface Props {
  /** Nobody asks again by himself. */
  hasGivenUp: boolean
  isTrying: boolean
  onRetry: () => void
}

/** What stands in the way of hearing from a booking. */
export function Connection({ hasGivenUp, isTrying, onRetry }: Props) {
  return (
    <Notice tone="warning" mt="6" textAlign="left" role="status">
      We cannot reach our service at the moment. Your booking goes on without this page.
      {hasGivenUp && (
        <Row mt="3">
          <Button variant="outline" disabled={isTrying} onClick={onRetry}>
            {isTrying ? 'Asking…' : 'Ask again'}
          </Button>
        </Row>
      )}
    </Notice>
  )
}

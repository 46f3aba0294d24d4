import { useRef } from 'react'
import { BusyButton } from '@/components/ui/busy-button'
import { Row } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import * as words from '@/messages/booking/outcome'
import * as buttons from '@/messages/lib/buttons'
import { useFocusHandedOn } from '../../hooks/use-heading-focus'

interface Props {
  /** What is so of the booking meanwhile. */
  meaning: string
  /** Nobody asks again without being told to. */
  hasGivenUp: boolean
  isTrying: boolean
  onRetry: () => void
}

/** What stands in the way of hearing from a booking. */
export function Connection({ meaning, hasGivenUp, isTrying, onRetry }: Props) {
  const notice = useRef<HTMLDivElement>(null)
  // It goes with its button as soon as there is an answer.
  useFocusHandedOn(notice)
  return (
    <Notice ref={notice} tone="warning" mt="6" textAlign="start" role="status">
      {words.unreached({ meaning })}
      {hasGivenUp && (
        <Row mt="3">
          <BusyButton variant="outline" isBusy={isTrying} onClick={onRetry}>
            {isTrying ? buttons.asking : buttons.askAgain}
          </BusyButton>
        </Row>
      )}
    </Notice>
  )
}

import { type RefObject, useLayoutEffect, useRef } from 'react'
import { BusyButton } from '@/components/ui/busy-button'
import { Row, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import * as failureWords from '@/messages/lib/failures'
import * as words from '@/messages/search/compare'

interface Props {
  isTrying: boolean
  onRetry: () => void
  /** Takes the focus of the button, which goes with the notice. */
  table: RefObject<HTMLElement | null>
}

/** The other fares of a compared flight could not be read, and one of them may cost less with a bag. */
export function CompareFaresUnread({ isTrying, onRetry, table }: Props) {
  const notice = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = notice.current
    return () => {
      if (element?.contains(document.activeElement)) table.current?.focus()
    }
  }, [table])
  return (
    <Notice ref={notice} tone="warning" role="alert">
      <Text>{words.faresUnread}</Text>
      <Row mt="3">
        <BusyButton variant="outline" size="sm" isBusy={isTrying} onClick={onRetry}>
          {isTrying ? failureWords.trying : failureWords.tryAgain}
        </BusyButton>
      </Row>
    </Notice>
  )
}
